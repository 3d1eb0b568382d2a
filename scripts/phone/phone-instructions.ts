import QRCode from 'qrcode';

export interface PageAddresses {
  /** For this computer. */
  url: string;
  /** For phones on the same network, over https; none without a network. */
  networkUrls: readonly string[];
  /** Somebody vouches for the certificate. */
  isTrusted: boolean;
  /** What a phone can not do where nobody does. */
  limitation?: string;
}

/** Where a page is, and what a phone needs to open it. */
export async function formatPhoneInstructions({
  url,
  networkUrls,
  isTrusted: isVouched,
  limitation: missing = '',
}: PageAddresses): Promise<string> {
  const { port } = new URL(url);
  const cable = `By cable (Chrome on Android, USB debugging on): adb reverse tcp:${port} tcp:${port}, then ${url} on the phone.`;
  const [phone] = networkUrls;
  if (!phone) return cable;
  const code = await QRCode.toString(phone, { type: 'terminal', small: true });
  const warning = isVouched
    ? ''
    : `Nobody vouches for its certificate, which was made just now: the phone warns, and goes on when told to.${missing && ` ${missing}`}
A certificate that the phone trusts can be named with HTTPS_CERT and HTTPS_KEY.\n`;
  return `On a phone in the same network: ${networkUrls.join(' or ')}\n${code}\n${warning}${cable}`;
}
