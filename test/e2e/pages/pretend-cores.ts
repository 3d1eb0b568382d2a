import type { Page } from 'playwright';

/**
 * Makes the page report this number of cores. Use 1 unless a test is about threads: the threads of a runtime wait by
 * spinning and slow down other tests. This does not use DevTools, because a second DevTools session resets the offline
 * emulation when the page reloads.
 */
export async function pretendCores(page: Page, cores: number): Promise<void> {
  await page.addInitScript((count) => {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
  }, cores);
}
