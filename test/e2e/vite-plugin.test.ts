// @module-tag long
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { build, createServer, preview } from 'vite';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../fixtures/built.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { tinyModel } from './pages/field-browser.ts';
import { pretendCores } from './pages/pretend-cores.ts';
import { closeContexts, sharedChromium } from './shared-chromium.ts';

/** A machine that runs other tests takes longer than the 30 s of Playwright. */
const SLOW_MACHINE_MS = 240_000;

let browser: Browser;
/** A copy of examples/vite with its dependencies, and tiny models in place of the shipped ones. */
let app: string;
beforeAll(async () => {
  browser = await sharedChromium();
  app = await mkdtemp(join(tmpdir(), 'kerbside-vite-'));
  await cp(`${root}examples/vite`, app, { recursive: true });
  const modules = join(app, 'node_modules');
  await mkdir(join(modules, 'kerbside-models'), { recursive: true });
  for (const name of ['kerbside', 'lit', 'vite'])
    await symlink(`${root}node_modules/${name}`, join(modules, name));
  for (const [name, bytes] of Object.entries(await tinyModel()))
    await writeFile(join(modules, 'kerbside-models', name), bytes);
});
afterEach(closeContexts);
afterAll(() => rm(app, { recursive: true }));

test('an app with the plugin runs models in development', async () => {
  const server = await createServer({
    ...configOf(app),
    server: { port: 0, ws: false, fs: { strict: false } },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const page = await visit(server.resolvedUrls?.local[0]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await inspect(page)).toMatch(/^Detected: /);
});

test('an app with the plugin is built with the files it asked for, previewed, and works offline', async () => {
  await build(configOf(app));
  expect((await readdir(join(app, 'dist/kerbside/workers'))).sort()).toEqual([
    'ort-wasm-simd-threaded.mjs',
    'ort-wasm-simd-threaded.wasm',
    'report.js',
    'wasm.js',
  ]);
  const server = await preview({ ...configOf(app), preview: { port: 0 } });
  onTestFinished(() => server.close());
  const page = await visit(server.resolvedUrls?.local[0]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await inspect(page)).toMatch(/^Detected: /);

  await page.getByRole('button', { name: 'Prepare for offline use' }).click();
  await page.getByText('Ready. This page works offline').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  expect(await inspect(page)).toMatch(/^Detected: /);
});

test('a page in a folder finds the workers, and opens offline', async () => {
  await mkdir(join(app, 'help'));
  const script = "import { files } from 'kerbside/files'; document.title = files.workers;";
  await writeFile(join(app, 'help/index.html'), `<!doctype html><script type="module">${script}</script>`);
  const input = ['index.html', 'help/index.html'].map((name) => join(app, name));
  await build({ ...configOf(app), build: { rolldownOptions: { input } } });
  const server = await preview({ ...configOf(app), preview: { port: 0 } });
  onTestFinished(() => server.close());
  const page = await visit(server.resolvedUrls?.local[0]);
  const workers = new URL('kerbside/workers/', page.url()).href;
  await page.evaluate(() => navigator.serviceWorker.register('./sw.js'));
  await page.evaluate(() => navigator.serviceWorker.ready);

  await page.context().setOffline(true);
  await page.goto(new URL('help/', page.url()).href);
  expect(await page.title()).toBe(workers);
});

// Proves fault F6.
test('an app that bundles the worker works', async () => {
  const worker = "new Worker(new URL('kerbside/workers/wasm.js', import.meta.url), { type: 'module' })";
  const options = `{ ...files.models, workers: { wasm: () => ${worker} }, runtime: files.workers }`;
  const main = await readFile(join(app, 'main.ts'), 'utf8');
  await writeFile(join(app, 'main.ts'), main.replace('files.models', options));
  await build({ ...configOf(app), worker: { format: 'es' } });
  expect(await readdir(join(app, 'dist/assets'))).toContainEqual(expect.stringMatching(/^wasm-.*\.js$/));
  const server = await preview({ ...configOf(app), preview: { port: 0 } });
  onTestFinished(() => server.close());
  expect(await inspect(await visit(server.resolvedUrls?.local[0]))).toMatch(/^Detected: /);
});

test('without kerbside-models a build fails, and says how to install them', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'kerbside-vite-'));
  onTestFinished(() => rm(empty, { recursive: true }));
  await mkdir(join(empty, 'node_modules'));
  await symlink(`${root}node_modules/kerbside`, join(empty, 'node_modules/kerbside'));
  await writeFile(join(empty, 'index.html'), '<!doctype html>');
  await writeFile(
    join(empty, 'vite.config.js'),
    "import { kerbside } from 'kerbside/vite';\nexport default { plugins: [kerbside()] };\n",
  );
  await expect(build({ root: empty, logLevel: 'silent' })).rejects.toThrow('npm install kerbside-models');
});

const configOf = (folder: string) => ({
  root: folder,
  configFile: join(folder, 'vite.config.ts'),
  logLevel: 'error' as const,
});

async function visit(url: string | undefined): Promise<Page> {
  if (!url) throw new Error('The server has no address.');
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(SLOW_MACHINE_MS);
  await pretendCores(page, 1);
  await page.goto(url);
  return page;
}

/** Chooses a photo and returns the displayed result. */
async function inspect(page: Page): Promise<string> {
  const buffer = Buffer.from(await jpegPhoto({ seed: 3, width: 800, height: 600 }));
  await page.waitForFunction(() => customElements.get('kerbside-photo') !== undefined);
  await page.setInputFiles('#photo', { name: 'car.jpg', mimeType: 'image/jpeg', buffer });
  await page.waitForFunction(() =>
    /Detected|Error/.test(document.querySelector('#result')?.textContent ?? ''),
  );
  return (await page.textContent('#result')) ?? '';
}
