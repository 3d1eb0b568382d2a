/** This device, as its browser describes it. */
export interface Device {
  name: string;
  system: string;
  browser: string;
  userAgent: string;
  cores: number;
  /** Rounded, at most 8. */
  memoryGb?: number;
  screen: string;
}

/** The high-entropy values of Chromium, which are missing in TypeScript's DOM library. */
export interface HighEntropyValues {
  model?: string;
  platform?: string;
  platformVersion?: string;
  architecture?: string;
  fullVersionList?: { brand: string; version: string }[];
}

export async function thisDevice(): Promise<Device> {
  const { userAgent, hardwareConcurrency, userAgentData, deviceMemory } = navigator as Navigator & {
    deviceMemory?: number;
    userAgentData?: { getHighEntropyValues(hints: string[]): Promise<HighEntropyValues> };
  };
  const hints = ['model', 'platform', 'platformVersion', 'architecture', 'fullVersionList'];
  const values = await userAgentData?.getHighEntropyValues(hints).catch(() => undefined);
  const { width, height } = screen;
  return {
    ...describeDevice(userAgent, values),
    userAgent: userAgent.slice(0, 400),
    cores: hardwareConcurrency ?? 0,
    ...(deviceMemory !== undefined && { memoryGb: deviceMemory }),
    screen: `${width} × ${height} at ${devicePixelRatio.toFixed(2).replace(/\.?0+$/, '')}`,
  };
}

/** Describes the device from the user agent client hints, or from the less specific user agent string. */
export function describeDevice(
  userAgent: string,
  values: HighEntropyValues = {},
): Pick<Device, 'name' | 'system' | 'browser'> {
  const { model, platform, platformVersion, architecture, fullVersionList = [] } = values;
  const brands = fullVersionList.filter((one) => !/not.?a.?brand/i.test(one.brand)); // a placeholder brand (GREASE)
  const brand = brands.find((one) => one.brand !== 'Chromium') ?? brands[0];
  const apple = /\b(iPhone|iPad)\b.*? OS ([\d_]+)/.exec(userAgent);
  const android = /Android ([\d.]+); ([^;)]+)/.exec(userAgent);
  const system =
    [platform, platformVersion].filter(Boolean).join(' ') ||
    (apple && `iOS ${apple[2]?.replaceAll('_', '.')}`) ||
    (android && `Android ${android[1]}`) ||
    (/\((.*?)[;)]/.exec(userAgent)?.[1] ?? 'unknown');
  const name =
    model || apple?.[1] || android?.[2] || [platform, architecture].filter(Boolean).join(' ') || system;
  return { name, system, browser: brand ? `${brand.brand} ${brand.version}` : browserIn(userAgent) };
}

/** Every browser on an iPhone also contains "Safari", so its own name is checked first. */
function browserIn(userAgent: string): string {
  const found =
    /(CriOS|FxiOS|EdgiOS|Firefox|Edg|SamsungBrowser|Chrome)\/([\d.]+)/.exec(userAgent) ??
    /(Version)\/([\d.]+).*Safari/.exec(userAgent);
  if (!found) return 'unknown';
  const names: Record<string, string> = {
    CriOS: 'Chrome on iOS',
    FxiOS: 'Firefox on iOS',
    EdgiOS: 'Edge on iOS',
    Edg: 'Edge',
    SamsungBrowser: 'Samsung Internet',
    Version: 'Safari',
  };
  return `${names[found[1] ?? ''] ?? found[1]} ${found[2]}`;
}
