import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegPhoto } from '../fixtures/photos.ts';
import { analyse, launch, openLab, tinyModel } from './pages/field-browser.ts';
import { type FieldServer, serveField } from './pages/field-server.ts';
import { rendererMemory } from './pages/process-memory.ts';
import { mainThreadTasks } from './pages/trace.ts';

const MEGABYTE = 1024 * 1024;
const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

let server: FieldServer;
let browser: Browser;
beforeAll(async () => {
  const [models, large, usual] = await Promise.all([
    tinyModel(),
    jpegPhoto({ seed: 7, width: 8064, height: 6048, bytes: 12_000_000 }),
    jpegPhoto({ seed: 8, width: 2048, height: 1536, bytes: 800_000 }),
  ]);
  server = await serveField({ models, files: { '/48-megapixels.jpg': large, '/usual.jpg': usual } });
  // Without this flag a measurement waits for the next garbage collection, for up to 20 s.
  browser = await launch('--enable-blink-features=ForceEagerMeasureMemory');
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens a tab whose engine passed its self-test and ran once. */
async function warmPage(): Promise<Page> {
  const page = await openLab(await browser.newContext(), server.url, 1);
  await page.evaluate(() => window.lab.open());
  await analyse(page);
  return page;
}

describe('memory', () => {
  test('stays flat over five hundred analyses, which are a thousand runs of the worker', async () => {
    const page = await warmPage();
    let replaced = 0;
    page.on('worker', (worker) => {
      if (worker.url().endsWith('/wasm.js')) replaced += 1;
    });
    const measured: number[] = [];
    const processes: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      expect(await analyse(page, 50)).toMatchObject({ status: 'DONE' });
      measured.push(await page.evaluate(() => window.lab.memory()));
      processes.push((await rendererMemory(browser))?.now() ?? 0);
    }
    console.log(`page and workers after each 50 analyses: ${measured.map(inMegabytes).join(', ')}`);
    console.log(`their process: ${processes.map(inMegabytes).join(', ')}`);
    // Leaks of the browser outside the heaps appear only in its process.
    const [ofPage, ofProcess] = [measured, processes].map((all) => (all.at(-1) ?? 0) / (all[0] ?? 0));
    console.log(
      `after 500, of what it was after 50: ${ofPage?.toFixed(2)}, process ${ofProcess?.toFixed(2)}`,
    );
    expect(ofPage).toBeLessThan(1.15);
    expect(ofProcess).toBeLessThan(1.15);
    // Each photo is assessed and analysed: 2 runs. A worker is replaced after 200 runs.
    expect(replaced).toBeGreaterThanOrEqual(4);
    await page.context().close();
  });

  test('is bounded while a photo of 48 megapixels is analysed', async () => {
    const page = await warmPage();
    const memory = await rendererMemory(browser);
    const before = memory?.now() ?? 0;
    memory?.forgetPeak();
    expect(await analyse(page, 1, '/48-megapixels.jpg')).toMatchObject({ status: 'DONE', errors: [] });
    const more = (memory?.peak() ?? 0) - before;
    console.log(
      `a photo of 48 megapixels took at most ${inMegabytes(more)} more than the ${inMegabytes(before)} before`,
    );
    // At full size its pixels would have 186 MB.
    expect(more).toBeLessThan(186 * MEGABYTE);
    await page.context().close();
  });
});

describe('the main thread', () => {
  test('is never blocked while 20 photos are analysed', async () => {
    const page = await warmPage();
    const id = await page.evaluate(() => window.lab.create(20, '/usual.jpg'));
    const before = (await page.evaluate(() => window.lab.observed())).longTasks.length;
    const tasks = await mainThreadTasks(browser, page, async () => {
      await page.evaluate(async (one) => {
        await window.lab.start(one);
        await window.lab.result(one);
      }, id);
    });
    const { longTasks } = await page.evaluate(() => window.lab.observed());
    const observed = longTasks.slice(before).map((duration) => `${duration.toFixed(0)} ms`);
    const longest = Math.max(...tasks.map(({ processor }) => processor));
    console.log(
      `longest of ${tasks.length} tasks: ${longest.toFixed(1)} ms; observed as long: ${observed.join(', ') || 'none'}`,
    );
    expect(tasks.length).toBeGreaterThan(20);
    expect(longest).toBeLessThan(50);
    await page.context().close();
  });
});
