import { analyse, launch, openLab } from '../../test/e2e/pages/field-browser.ts';
import { serveField } from '../../test/e2e/pages/field-server.ts';
import { type MainThreadTask, mainThreadTasks } from '../../test/e2e/pages/trace.ts';

export interface MainThread {
  /** Tasks over 50 ms of wall-clock time, from a PerformanceObserver of the page. */
  longTasks: number[];
  /** The scripts that ran in them, as reported by the browser. */
  longFrames: string[];
  /** All tasks from a trace, longest first. */
  tasks: MainThreadTask[];
}

/** Measures the main thread while the built Kerbside analyses this number of photos with the shipped models. */
export async function measureMainThread(photo: Uint8Array, photos: number): Promise<MainThread> {
  const server = await serveField({ files: { '/photo.jpg': photo } });
  const browser = await launch();
  try {
    const page = await openLab(await browser.newContext(), server.url);
    await page.evaluate(() => window.lab.open());
    await analyse(page, 1, '/photo.jpg'); // the engine has passed its self-test
    const id = await page.evaluate((count) => window.lab.create(count, '/photo.jpg'), photos);
    const before = await page.evaluate(() => window.lab.observed());
    const tasks = await mainThreadTasks(browser, page, async () => {
      const { status } = await page.evaluate(async (one) => {
        await window.lab.start(one);
        return window.lab.result(one);
      }, id);
      if (status !== 'DONE') throw new Error(`The task ended as ${status}`);
    });
    const after = await page.evaluate(() => window.lab.observed());
    return {
      longTasks: after.longTasks.slice(before.longTasks.length),
      longFrames: after.longFrames.slice(before.longFrames.length),
      tasks: tasks.toSorted((a, b) => b.byTheClock - a.byTheClock),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
