import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ModelFolder } from '../fixtures/patch-detector.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { root } from './pages/built.ts';
import { analyse, launch, openLab, tinyModel, typesOf } from './pages/field-browser.ts';
import { type FieldServerOptions, serveField } from './pages/field-server.ts';

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' blob:; style-src 'self'; report-uri /violation";

let browser: Browser;
let models: ModelFolder;
beforeAll(async () => {
  [browser, models] = await Promise.all([launch(), tinyModel()]);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(() => browser.close());

async function serve(options: FieldServerOptions) {
  const server = await serveField({ models, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A tab of a phone with eight cores, whatever this machine has. */
async function tab(url: string): Promise<Page> {
  const page = await openLab(await browser.newContext(), url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 8 });
  return page;
}

const wasmReason = async (page: Page) => {
  const [model] = (await page.evaluate(() => window.lab.engines())).models;
  return model?.engines.find(({ engine }) => engine === 'wasm')?.reason;
};

describe('a page without cross-origin isolation', () => {
  test('runs on one thread and says why', async () => {
    const { url } = await serve({ isolated: false });
    const page = await tab(url);
    await page.evaluate(() => window.lab.open());
    expect(await analyse(page)).toMatchObject({ status: 'DONE', engine: 'onnxruntime-web 1.30.0 wasm' });
    expect(await wasmReason(page)).toContain('one thread: the page is not cross-origin isolated');
  });
});

describe('a page under a strict content security policy', () => {
  test.each([
    { isolated: false, threads: 'one thread' },
    { isolated: true, threads: '4 threads' },
  ])('runs a whole analysis on $threads, and violates nothing', async ({ isolated, threads }) => {
    const { url, requests } = await serve({ csp: STRICT, isolated });
    const page = await tab(url);
    await page.evaluate(() => window.lab.open());
    const done = await analyse(page);
    expect(done).toMatchObject({ status: 'DONE', errors: [] });
    expect(typesOf(done)).toEqual(['dent', 'scratch']);
    expect(await wasmReason(page)).toContain(threads);
    expect((await page.evaluate(() => window.lab.seen())).violations).toEqual([]);
    expect(requests).not.toContain('/violation'); // the workers' own
  });
});

describe('the examples', () => {
  /** What a person does: choose a photo, read the answer. */
  async function usePage(url: string): Promise<string> {
    const page = await (await browser.newContext()).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const buffer = Buffer.from(await jpegPhoto({ seed: 3, width: 800, height: 600 }));
    await page.setInputFiles('#photo', { name: 'car.jpg', mimeType: 'image/jpeg', buffer });
    await page.waitForFunction(() =>
      /Found|Error/.test(document.querySelector('#result')?.textContent ?? ''),
    );
    expect(problems).toEqual([]);
    return (await page.textContent('#result')) ?? '';
  }

  const under = (folder: string) =>
    Object.fromEntries(Object.entries(models).map(([name, bytes]) => [`${folder}/models/${name}`, bytes]));

  test('a plain page with a script of type module', async () => {
    const { url } = await serve({
      csp: STRICT,
      files: {
        ...under('/plain'),
        '/plain/kerbside/workers/': `${root}dist/workers`,
        '/plain/kerbside/': `${root}dist/browser`,
        '/plain/': `${root}examples/plain`,
      },
    });
    expect(await usePage(`${url}/plain/`)).toMatch(/^Found: /);
  });

  test('a Vite app that bundles the worker itself', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'kerbside-vite-'));
    onTestFinished(() => rm(outDir, { recursive: true }));
    const { url } = await serve({ csp: STRICT, files: { ...under('/app'), '/app/': outDir } });
    await build({
      root: `${root}examples/vite`,
      configFile: `${root}examples/vite/vite.config.ts`,
      logLevel: 'error',
      resolve: {
        alias: [
          { find: /^kerbside$/, replacement: `${root}dist/index.js` },
          { find: /^kerbside\/workers/, replacement: `${root}dist/workers` },
        ],
      },
      build: { outDir, emptyOutDir: true },
    });
    expect(await usePage(`${url}/app/`)).toMatch(/^Found: /);
  });
});
