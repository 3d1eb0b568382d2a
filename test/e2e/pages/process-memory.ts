import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** The memory of a process, in bytes. Only Linux provides it. */
export interface ProcessMemory {
  now(): number;
  /** The maximum since `forgetPeak`. */
  peak(): number;
  forgetPeak(): void;
}

/** Returns the memory of the browser's largest process of a type. */
export async function processMemory(
  browser: Browser,
  ofType: 'renderer' | 'GPU',
): Promise<ProcessMemory | undefined> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === ofType).map(({ id }) => id);
  try {
    const [pid] = ids.toSorted((a, b) => status(b, 'VmRSS') - status(a, 'VmRSS'));
    if (pid === undefined) return undefined;
    return {
      now: () => status(pid, 'VmRSS'),
      peak: () => status(pid, 'VmHWM'),
      forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    };
  } catch {
    return undefined;
  }
}

function status(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}
