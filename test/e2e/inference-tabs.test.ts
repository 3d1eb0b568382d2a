import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startKillableChromium } from './killable-chromium.ts';
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
const observe = (page: Page) => page.evaluate(() => window.lab.observed());
const result = (page: Page, id: string) => page.evaluate((one) => window.lab.result(one), id);
/** Waits until the first photos are done. Most are not. */
const underWay = (page: Page) => page.evaluate(() => window.lab.waitForProgress(3));

/** Starts a task with this number of photos without waiting for its end. */
async function start(page: Page, photos: number): Promise<string> {
  return page.evaluate(async (count) => {
    const id = await window.lab.create(count);
    await window.lab.start(id);
    return id;
  }, photos);
}

describe('a task in several tabs', () => {
  test('runs once, even if a tab is opened while it runs', async () => {
    const context = await browser.newContext();
    const one = await openTab(context);
    const two = await openTab(context);
    const late = await openTab(context);
    await Promise.all([open(one), open(two)]);
    const id = await start(one, 12);
    await underWay(one);
    await open(late);
    const done = await result(one, id);
    expect(done).toMatchObject({ status: 'DONE' });
    expect(done.damages).toHaveLength(24);
    for (const page of [two, late]) expect(await result(page, id)).toEqual(done);
    // Progress is emitted in all tabs, so a second run in any tab would be counted.
    for (const page of [one, two]) expect(await observe(page)).toMatchObject({ starts: 1, progress: 13 });
    expect((await observe(late)).starts).toBe(0);
  });

  test('is finished by the other tab if its tab is closed', { tags: 'long' }, async () => {
    const context = await browser.newContext();
    const [one, two] = [await openTab(context), await openTab(context)];
    await Promise.all([open(one), open(two)]);
    const id = await start(one, 60); // too many to finish before the other tab requests the lock
    await two.evaluate((waited) => window.lab.waitForLockRequest(waited), id);
    await underWay(one);
    expect((await observe(one)).progress).toBeLessThan(60);
    await one.close();
    const done = await result(two, id);
    expect(done.status).toBe('DONE');
    expect(done.damages).toHaveLength(120);
    expect((await observe(two)).starts).toBe(2); // events of the closed tab arrived here too
  });
});

describe('a browser that is killed during a task', () => {
  test('resumes the task when the app is opened again', { tags: 'long' }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kerbside-field-'));
    try {
      const first = await startKillableChromium(profile);
      await visit(first.page, server.url);
      const id = await start(first.page, 12);
      await underWay(first.page);
      await first.kill();

      const second = await startKillableChromium(profile);
      try {
        await visit(second.page, server.url);
        const done = await result(second.page, id);
        expect(done.status).toBe('DONE');
        expect(done.damages).toHaveLength(24);
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

describe('offline', () => {
  test('after preload the app reloads and analyses photos', { tags: 'long' }, async () => {
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

  test('the self-test and preload download a cacheable runtime only once', { tags: 'long' }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kerbside-field-'));
    const caching = await serveField({ models: await tinyModel(), cacheControl: 'max-age=3600' });
    const chromium = await startKillableChromium(profile); // private windows have a small cache
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

  test('preload downloads a runtime once, and always fetches its current worker', {
    tags: 'long',
  }, async () => {
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
