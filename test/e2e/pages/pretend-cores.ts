import type { Page } from 'playwright';

/**
 * The page has so many cores, whatever this machine has. One is enough where threads are not what a test is about:
 * those of a runtime wait for each other by spinning, and take the processor from the tests beside.
 */
export async function pretendCores(page: Page, cores: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: cores });
}
