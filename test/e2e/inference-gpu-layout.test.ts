import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Canvas, fitCanvas } from '../../src/analysis/detection/model-canvas.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import { nodeGoldenRun } from '../fixtures/node-golden-run.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { launch } from './pages/field-browser.ts';
import { serveModules } from './serve.ts';

/** WebGPU emulated by the processor: slow, with the same results as a real GPU. */
const SOFTWARE_WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

const closing: (() => Promise<void>)[] = [];
let page: Page;
beforeAll(async () => {
  const models = await patchModels(nodeGoldenRun, ['damage']);
  const served = await serveModules({ '/model.onnx': onlyModel(models) });
  closing.push(() => served.close());
  const browser = await launch(...SOFTWARE_WEBGPU);
  closing.push(() => browser.close());
  page = await browser.newPage();
  await page.goto(`${served.url}/page?module=/test/e2e/pages/gpu-lab.ts`);
  await page.waitForFunction(() => window.gpuLab !== undefined);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function onlyModel(folder: ModelFolder): Uint8Array {
  const [model] = Object.keys(folder).filter((name) => name.endsWith('.onnx'));
  return folder[model ?? ''] ?? new Uint8Array();
}

/** Photos that are enlarged, reduced a little and reduced much, on canvases with and without a margin. */
const side = fc.integer({ min: 1, max: 160 });
const photos = fc.record({ width: side, height: side });
const canvasOf = (limits: { step: number; area: number }) => (photo: { width: number; height: number }) =>
  fitCanvas(photo.width, photo.height, limits);

test('a GPU scales photos of any size onto any canvas as the CPU does', async () => {
  const limits = fc.record({ step: fc.constantFrom(1, 8, 32), area: fc.integer({ min: 1024, max: 9000 }) });
  const cases = fc.sample(
    fc.tuple(photos, limits).map(([decoded, limit]) => ({ decoded, canvas: canvasOf(limit)(decoded) })),
    60,
  );
  expect(await page.evaluate((listed) => window.gpuLab.compareLayouts(listed), cases)).toBeLessThan(1e-6);
});

test('a model has the same outputs on photos that the GPU scaled, also while runs overlap', async () => {
  const canvases = (decoded: { width: number; height: number }): Canvas[] =>
    [128 * 96, 64 * 64].map((area) => canvasOf({ step: 32, area })(decoded));
  const cases = [
    { width: 150, height: 110 },
    { width: 90, height: 160 },
    { width: 150, height: 111 },
  ].map((decoded) => ({ decoded, canvases: canvases(decoded) }));
  const difference = await page.evaluate((listed) => window.gpuLab.compareRuns('/model.onnx', listed), cases);
  expect(difference).toBeLessThan(1e-4);
});
