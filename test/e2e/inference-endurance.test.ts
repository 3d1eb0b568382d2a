// @module-tag long
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegPhoto } from '../fixtures/photos.ts';
import { analyse, launch, openLab, tinyModel } from './pages/field-browser.ts';
import { type FieldServer, serveField } from './pages/field-server.ts';
import { processMemory } from './pages/process-memory.ts';
import { mainThreadTasks } from './pages/trace.ts';

const MEGABYTE = 1024 * 1024;
const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** The worker is replaced after 200 runs. `npm run test:soak` runs as long as an inspector's day. */
const ENDURANCE =
  process.env.KERBSIDE_SOAK === undefined ? { rounds: 5, analyses: 45 } : { rounds: 10, analyses: 50 };
const RUNS_PER_WORKER = 200;

let server: FieldServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const [models, large, usual] = await Promise.all([
    tinyModel(),
    jpegPhoto({ seed: 7, width: 8064, height: 6048 }),
    jpegPhoto({ seed: 8, width: 2048, height: 1536, bytes: 800_000 }),
  ]);
  server = await serveField({ models, files: { '/48-megapixels.jpg': large, '/usual.jpg': usual } });
  // Without this flag a measurement waits for the next garbage collection, for up to 20 s.
  browser = await launch('--enable-blink-features=ForceEagerMeasureMemory');
  page = await openWarmPage();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens a tab whose engine passed its self-test and ran once. */
async function openWarmPage(): Promise<Page> {
  const opened = await openLab(await browser.newContext(), server.url, 1);
  await opened.evaluate(() => window.lab.open());
  await analyse(opened);
  return opened;
}

describe('memory', () => {
  // Proves fault F3.
  test('stays flat over many analyses, while workers are replaced', async () => {
    let replaced = 0;
    page.on('worker', (worker) => {
      if (worker.url().endsWith('/wasm.js')) replaced += 1;
    });
    const measured: number[] = [];
    const processes: number[] = [];
    for (let round = 0; round < ENDURANCE.rounds; round += 1) {
      expect(await analyse(page, ENDURANCE.analyses)).toMatchObject({ status: 'DONE' });
      measured.push(await page.evaluate(() => window.lab.memory()));
      processes.push((await processMemory(browser, 'renderer'))?.now() ?? 0);
    }
    console.log(
      `page and workers after each ${ENDURANCE.analyses} analyses: ${measured.map(inMegabytes).join(', ')}`,
    );
    console.log(`their process: ${processes.map(inMegabytes).join(', ')}`);
    // Leaks of the browser outside the heaps appear only in its process.
    const [ofPage, ofProcess] = [measured, processes].map((all) => (all.at(-1) ?? 0) / (all[0] ?? 0));
    console.log(`last round relative to the first: ${ofPage?.toFixed(2)}, process ${ofProcess?.toFixed(2)}`);
    expect(ofPage).toBeLessThan(1.15);
    expect(ofProcess).toBeLessThan(1.15);
    const runs = ENDURANCE.rounds * ENDURANCE.analyses;
    expect(replaced).toBeGreaterThanOrEqual(Math.floor(runs / RUNS_PER_WORKER));
  });

  // Proves fault F21.
  test('is bounded while a photo of 48 megapixels is analysed', async () => {
    const memory = await processMemory(browser, 'renderer');
    const before = memory?.now() ?? 0;
    memory?.forgetPeak();
    expect(await analyse(page, 1, '/48-megapixels.jpg')).toMatchObject({ status: 'DONE', errors: [] });
    const more = (memory?.peak() ?? 0) - before;
    console.log(
      `a photo of 48 megapixels took at most ${inMegabytes(more)} more than the ${inMegabytes(before)} before`,
    );
    // At full size its pixels would have 186 MB.
    expect(more).toBeLessThan(186 * MEGABYTE);
  });
});

describe('the main thread', () => {
  test('is never blocked while 10 photos are analysed', async () => {
    const id = await page.evaluate(() => window.lab.create(10, '/usual.jpg'));
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
  });
});
