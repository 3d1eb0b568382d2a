import type { Page } from 'playwright';

/**
 * The page has so many cores, whatever this machine has. One is enough where threads are not what a test is about:
 * those of a runtime wait for each other by spinning, and take the processor from the tests beside.
 * Not through DevTools: a second session there lets a page that is loaded again forget that it is offline.
 */
export async function pretendCores(page: Page, cores: number): Promise<void> {
  await page.addInitScript((count) => {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
  }, cores);
}
