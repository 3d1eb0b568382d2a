// @module-tag long
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EngineName } from '../../src/inference/engine.ts';
import { nodeGoldenRun } from '../fixtures/node-golden-run.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { launch, openLab, SOFTWARE_WEBGPU, typesOf } from './pages/field-browser.ts';
import { type FieldServer, serveField } from './pages/field-server.ts';

/** By default, Chromium stops using a GPU whose process died several times. */
const FLAGS = [...SOFTWARE_WEBGPU, '--disable-gpu-process-crash-limit'];
const PHOTOS = 4;
const ALL_DAMAGES = Array.from({ length: PHOTOS }, () => ['dent', 'scratch'])
  .flat()
  .toSorted();

let server: FieldServer;
beforeAll(async () => {
  server = await serveField({ models: await patchModels(nodeGoldenRun, ['damage']) });
});
afterAll(() => server.close());

async function openBrowser(): Promise<{ page: Page; browser: Browser }> {
  const browser = await launch(...FLAGS);
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  await context.addInitScript(disableTimeouts);
  return { page: await openLab(context, server.url, 1), browser };
}

/** Without the timeout of its worker, a job that still waits for a lost GPU stays pending. */
function disableTimeouts(): void {
  const startTimer = setTimeout;
  const startShortTimer = (callback: () => void, ms?: number) =>
    (ms ?? 0) < 10_000 ? startTimer(callback, ms) : undefined;
  Object.assign(globalThis, { setTimeout: startShortTimer });
}

/** Ends the browser's GPU process, as the system or the browser's watchdog does. */
async function killGpuProcess(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const gpu = processInfo.find(({ type }) => type === 'GPU');
  try {
    if (gpu) process.kill(gpu.id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has just ended
  }
}

/** Starts a task and waits until its first photo is done. */
async function startTask(page: Page): Promise<string> {
  const id = await page.evaluate(async (photos) => {
    const created = await window.lab.create(photos);
    await window.lab.start(created);
    return created;
  }, PHOTOS);
  await page.evaluate(() => window.lab.waitForProgress(2));
  return id;
}

test.each<{ engine: EngineName; backend: string }>([
  { engine: 'webgpu', backend: 'webgpu' },
  { engine: 'tfjs', backend: 'webgl' },
  // Proves fault F2.
])('a GPU that is lost during a task is opened again: $engine', async ({ engine, backend }) => {
  const { page, browser } = await openBrowser();
  await page.evaluate((forced) => window.lab.open({ engine: forced }), engine);
  const id = await startTask(page);
  await killGpuProcess(browser);
  const done = await page.evaluate((created) => window.lab.result(created), id);
  expect(done).toMatchObject({ status: 'DONE', errors: [] });
  expect(done.engine).toContain(backend);
  expect(typesOf(done)).toEqual(ALL_DAMAGES);
});

/** Makes WebGPU the choice of a page: its adapter seems real, and the clock of WASM runs fast. */
async function preferWebgpu(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { GPUAdapterInfo } = globalThis as unknown as { GPUAdapterInfo: { prototype: object } };
    Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });
  });
  await page.route('**/workers/wasm.js', async (route) => {
    const response = await route.fetch();
    const fastClock = 'const now = performance.now.bind(performance); performance.now = () => 1e5 * now();\n';
    await route.fulfill({ response, body: fastClock + (await response.text()) });
  });
  await page.reload();
  await page.waitForFunction(() => window.lab !== undefined);
}

// Proves fault F2.
test('the photos of a GPU that stays lost get their result from WASM', async () => {
  const { page, browser } = await openBrowser();
  await preferWebgpu(page);
  await page.evaluate(() => window.lab.open());
  const { models } = await page.evaluate(() => window.lab.engines());
  expect(models[0]?.engine, models[0]?.reason).toBe('webgpu');
  const id = await startTask(page);
  let isDone = false;
  const result = page.evaluate((created) => window.lab.result(created), id).finally(() => (isDone = true));
  while (!isDone) {
    await killGpuProcess(browser);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const done = await result;
  expect(done).toMatchObject({ status: 'DONE', errors: [] });
  expect(done.engine).toMatch(/webgpu.* and .*wasm/);
  expect(typesOf(done)).toEqual(ALL_DAMAGES);
});
