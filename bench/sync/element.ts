import type { BrowserContext, Page } from 'playwright';

interface ElementCost {
  /** Milliseconds of the main thread per second, without the element. */
  without: number;
  /** Milliseconds of the main thread per second that the element adds. */
  element: number;
}

/** Measures what `<kerbside-sync>` costs the main thread while an outbox of `queued` operations is sent. */
export async function measureElement(
  context: BrowserContext,
  pagesUrl: string,
  { queued, seconds }: { queued: number; seconds: number },
): Promise<ElementCost> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${pagesUrl}/page?module=/bench/sync/element-page.ts`);
  await page.waitForFunction(() => 'elementBench' in window);
  await page.evaluate((count) => window.elementBench.open(count), queued);
  const readMainThreadMs = await observeMainThread(context, page);
  const measure = async () => {
    const before = await readMainThreadMs();
    const took = await page.evaluate((duration) => window.elementBench.deliver(duration), seconds);
    return ((await readMainThreadMs()) - before) / took;
  };
  await measure(); // warm-up
  const without = await measure();
  await page.evaluate(() => window.elementBench.show());
  const shown = await measure();
  await page.close();
  return { without, element: Math.max(0, shown - without) };
}

/** Returns a function that reads how long the main thread of a page has run tasks, in milliseconds. */
async function observeMainThread(context: BrowserContext, page: Page): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}
