import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startMortalChromium } from './kill-chromium.ts';
import { analyse, openLab, tinyModel, typesOf } from './pages/field-browser.ts';
import { type FieldServer, serveField } from './pages/field-server.ts';
import { closeContexts, sharedChromium } from './shared-chromium.ts';

let browser: Browser;
let server: FieldServer;
beforeAll(async () => {
  server = await serveField({ models: await tinyModel() });
  browser = await sharedChromium();
});
afterEach(closeContexts);
afterAll(() => server.close());

const openTab = (context: BrowserContext) => openLab(context, server.url, 1);
const open = (page: Page) => page.evaluate(() => window.lab.open());
const seen = (page: Page) => page.evaluate(() => window.lab.seen());
const result = (page: Page, id: string) => page.evaluate((one) => window.lab.result(one), id);
/** The first photos are done, most are not. */
const underWay = (page: Page) => page.evaluate(() => window.lab.untilProgress(3));

/** Starts a task of so many photos, and does not wait for it. */
async function start(page: Page, photos: number): Promise<string> {
  return page.evaluate(async (count) => {
    const id = await window.lab.create(count);
    await window.lab.start(id);
    return id;
  }, photos);
}

describe('one task and several tabs', () => {
  test('run it once, also when a tab is opened in the middle of it', async () => {
    const context = await browser.newContext();
    const one = await openTab(context);
    const two = await openTab(context);
    const late = await openTab(context);
    await Promise.all([open(one), open(two)]);
    const id = await start(one, 30);
    await underWay(one);
    await open(late);
    const done = await result(one, id);
    expect(done).toMatchObject({ status: 'DONE' });
    expect(done.damages).toHaveLength(60);
    for (const page of [two, late]) expect(await result(page, id)).toEqual(done);
    // Progress is told to all tabs: a second run anywhere would be heard by all.
    for (const page of [one, two]) expect(await seen(page)).toMatchObject({ starts: 1, progress: 31 });
    expect((await seen(late)).starts).toBe(0);
  });

  test('the tab that runs it dies: the other one finishes it', async () => {
    const context = await browser.newContext();
    const [one, two] = [await openTab(context), await openTab(context)];
    await Promise.all([open(one), open(two)]);
    const id = await start(one, 150); // more than are done while the other one hears of it
    await two.evaluate((waited) => window.lab.untilAwaited(waited), id);
    await underWay(one);
    expect((await seen(one)).progress).toBeLessThan(150);
    await one.close();
    const done = await result(two, id);
    expect(done.status).toBe('DONE');
    expect(done.damages).toHaveLength(300);
    expect((await seen(two)).starts).toBe(2); // that of the other one was told here as well
  });
});

describe('a browser that is killed in the middle of a task', () => {
  test('picks the task up when the app is opened again', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kerbside-field-'));
    try {
      const first = await startMortalChromium(profile);
      await visit(first.page, server.url);
      const id = await start(first.page, 20);
      await underWay(first.page);
      await first.kill();

      const second = await startMortalChromium(profile);
      try {
        await visit(second.page, server.url);
        const done = await result(second.page, id);
        expect(done.status).toBe('DONE');
        expect(done.damages).toHaveLength(40);
      } finally {
        await second.kill();
      }
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  });
});

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`);
  await page.waitForFunction(() => window.lab !== undefined);
  await open(page);
}

describe('without a network', () => {
  test('after preload the app is loaded again and analyses photos', async () => {
    const away = await serveField({ models: await tinyModel() });
    const page = await openLab(await browser.newContext(), away.url, 1);
    await open(page);
    await page.evaluate(async () => {
      await window.lab.installServiceWorker();
      await window.lab.preload();
    });
    await away.close();
    await page.reload();
    await page.waitForFunction(() => window.lab !== undefined);
    await open(page);
    const done = await analyse(page);
    expect(done).toMatchObject({ status: 'DONE', errors: [] });
    expect(typesOf(done)).toEqual(['dent', 'scratch']);
  });

  test('where the browser may cache it, trying a runtime and keeping it bring it over the network once', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kerbside-field-'));
    const caching = await serveField({ models: await tinyModel(), cacheControl: 'max-age=3600' });
    const chromium = await startMortalChromium(profile); // a window of no profile has little cache
    try {
      await visit(chromium.page, caching.url);
      await chromium.page.evaluate(() => window.lab.preload());
      expect(caching.requests.filter((path) => path.endsWith('/ort-wasm-simd-threaded.wasm'))).toHaveLength(
        1,
      );
    } finally {
      await chromium.kill();
      await caching.close();
      await rm(profile, { recursive: true, force: true });
    }
  });

  test('preload brings a runtime over the network once, and its worker as the server has it now', async () => {
    const context = await browser.newContext();
    const page = await openTab(context);
    await open(page);
    await page.evaluate(async () => {
      await window.lab.installServiceWorker();
      await window.lab.preload();
    });
    const count = (file: string) =>
      server.requests.filter((path) => path === `/kerbside/workers/${file}`).length;
    const [runtimes, workers] = [count('ort-wasm-simd-threaded.wasm'), count('wasm.js')];
    await page.evaluate(() => window.lab.preload());
    expect(count('ort-wasm-simd-threaded.wasm')).toBe(runtimes);
    expect(count('wasm.js')).toBe(workers + 1);
  });
});
