// @module-tag long
import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { toMinLogits } from '../../src/analysis/detection/candidate-cells.ts';
import type { DetectorEntry, Manifest } from '../../src/analysis/model-manifest.ts';
import { fitCanvas } from '../../src/analysis/pixels/model-canvas.ts';
import type { PhotoCanvas, PixelRegion } from '../../src/analysis/pixels/pixel-region.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import { nodeGoldenRun } from '../fixtures/node-golden-run.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { launch, SOFTWARE_WEBGPU } from './pages/field-browser.ts';
import { serveModules } from './serve.ts';

const closing: (() => Promise<void>)[] = [];
let open: () => Promise<Page>;
let page: Page;
let entry: DetectorEntry;
beforeAll(async () => {
  const models = await patchModels(nodeGoldenRun, ['damage']);
  entry = onlyEntry(models);
  const served = await serveModules({ '/model.onnx': onlyModel(models) });
  closing.push(() => served.close());
  const browser = await launch(...SOFTWARE_WEBGPU);
  closing.push(() => browser.close());
  open = async () => {
    const opened = await browser.newPage();
    await opened.goto(`${served.url}/page?module=/test/e2e/pages/gpu-lab.ts`);
    await opened.waitForFunction(() => window.gpuLab !== undefined);
    return opened;
  };
  page = await open();
});
// A runtime that no longer responds must not stop the next test.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') page = await open();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function onlyModel(folder: ModelFolder): Uint8Array {
  const [model] = Object.keys(folder).filter((name) => name.endsWith('.onnx'));
  return folder[model ?? ''] ?? new Uint8Array();
}

function onlyEntry(folder: ModelFolder): DetectorEntry {
  const { models }: Manifest = JSON.parse(new TextDecoder().decode(folder['manifest.json']));
  const [model] = models;
  if (model?.kind !== 'detector') throw new Error('The folder has no detector');
  return model;
}

/** Photos that are enlarged, reduced a little and reduced much, on canvases with and without a margin. */
const side = fc.integer({ min: 1, max: 160 });
const photos = fc.record({ width: side, height: side });
const canvasOf = (limits: { step: number; area: number }) => (photo: { width: number; height: number }) =>
  fitCanvas(photo.width, photo.height, limits);

/** Some photos as a whole, some regions. */
const regionOf = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): fc.Arbitrary<PixelRegion | undefined> =>
  fc.option(
    fc.tuple(fc.nat(width - 1), fc.nat(height - 1)).chain(([x, y]) =>
      fc.record({
        x: fc.constant(x),
        y: fc.constant(y),
        width: fc.integer({ min: 1, max: width - x }),
        height: fc.integer({ min: 1, max: height - y }),
      }),
    ),
    { nil: undefined },
  );

test('a GPU scales photos of any size, and regions of them, onto any canvas as the CPU does', async () => {
  const limits = fc.record({ step: fc.constantFrom(1, 8, 32), area: fc.integer({ min: 1024, max: 9000 }) });
  const parts = photos.chain((decoded) =>
    fc.record({ decoded: fc.constant(decoded), region: regionOf(decoded) }),
  );
  const cases = fc.sample(
    fc.tuple(parts, limits).map(([{ decoded, region }, limit]) => ({
      decoded,
      canvas: { ...canvasOf(limit)(region ?? decoded), ...(region && { region }) },
    })),
    60,
  );
  expect(await page.evaluate((listed) => window.gpuLab.compareLayouts(listed), cases)).toBeLessThan(1e-6);
});

/** Maps of several levels and models. Few different numbers, so that many are at a border. */
const pickCases = fc
  .record({
    thresholds: fc.array(fc.constantFrom(0, 0.2, 0.5, 0.9, 1), { minLength: 1, maxLength: 70 }),
    others: fc.integer({ min: 0, max: 9 }),
    sides: fc.array(fc.tuple(fc.integer({ min: 1, max: 17 }), fc.integer({ min: 1, max: 13 })), {
      minLength: 1,
      maxLength: 4,
    }),
    seed: fc.nat(),
  })
  .map(({ thresholds, others, sides, seed }) => {
    const logits = [-30, -20, -9, -3, ...toMinLogits([0.2, 0.5, 0.9]), 3].filter(
      (_, at) => at < 4 || seed % 3 > 0,
    );
    const maps = sides.map(([rows, columns], level) => {
      const dims = [1, thresholds.length + others, rows, columns];
      const length = (thresholds.length + others) * rows * columns;
      const numbers = Array.from(
        { length },
        (_, at) => logits[((at + level) * 7919 + seed) % logits.length] ?? 0,
      );
      return { dims, numbers };
    });
    return { thresholds, maps };
  });

test('a GPU picks the same candidates as the CPU, or reports that there are too many', async () => {
  const cases = fc.sample(pickCases, 40);
  const full = (cells: number) => ({
    thresholds: [0.5],
    maps: [cells - 100, 100].map((columns) => ({
      dims: [1, 2, 1, columns],
      numbers: Array.from({ length: 2 * columns }, (_, at) => at),
    })),
  });
  const results = await page.evaluate(
    (listed) => window.gpuLab.comparePicks(listed),
    [...cases, full(512), full(513), full(512)],
  );
  expect(new Set(results.slice(0, -3))).toEqual(new Set(['equal']));
  expect(results.slice(-3)).toEqual(['equal', 'too many', 'equal']);
});

test('a detector detects the same if the GPU picks its candidates, and reads all if there are too many', async () => {
  const compare = (model: DetectorEntry) => window.gpuLab.compareCandidates('/model.onnx', model);
  const { whole, picked, cells, areWhole } = await page.evaluate(compare, entry);
  expect(whole.map(({ type }) => type)).toEqual(['scratch', 'scratch']);
  expect(picked).toEqual(whole);
  expect(cells).toBe(2);
  expect(areWhole).toEqual([true, true]);
});

/** Each photo at two scales. */
function casesOf(sizes: readonly { width: number; height: number }[]) {
  const canvases = (decoded: { width: number; height: number }): PhotoCanvas[] =>
    [128 * 96, 64 * 64].map((area) => canvasOf({ step: 32, area })(decoded));
  return sizes.map((decoded) => ({ decoded, canvases: canvases(decoded) }));
}
const LANDSCAPE = { width: 150, height: 110 };
const PORTRAIT = { width: 90, height: 160 };

test('a model has the same outputs on photos that the GPU scaled, also while runs overlap', async () => {
  const cases = casesOf([LANDSCAPE, PORTRAIT, { width: 150, height: 111 }]);
  const difference = await page.evaluate((listed) => window.gpuLab.compareRuns('/model.onnx', listed), cases);
  expect(difference).toBeLessThan(1e-4);
});

const compareCaptured = (
  cases: ReturnType<typeof casesOf>,
  replay: 'works' | 'is wrong' | 'fails',
  whenIdle = false,
) =>
  page.evaluate(
    (args) => window.gpuLab.compareCaptured('/model.onnx', args.cases, args.replay, args.whenIdle),
    { cases, replay, whenIdle },
  );

test('replayed commands compute the same as the runs from which they were captured, four shapes at a time', async () => {
  // Two photos of one shape: the second replay must not overwrite the outputs of the first.
  const sizes = [LANDSCAPE, { width: 75, height: 55 }, PORTRAIT, { width: 160, height: 40 }];
  // Two regions of one photo on canvases of one shape: neither must their replays.
  const canvas = { scale: 1, width: 64, height: 64 };
  const regions = [10, 60].map((x) => ({ ...canvas, region: { x, y: 20, width: 64, height: 64 } }));
  const cases = [...casesOf(sizes), { decoded: LANDSCAPE, canvases: [...regions, ...regions] }];
  const { difference, captured, areAllReleased } = await compareCaptured(cases, 'works');
  expect(difference).toBeLessThan(1e-6);
  // Two runs compare a replay with the plain session. The others are photos.
  expect(captured.some(({ runs }) => runs > 2)).toBe(true);
  expect(captured.length).toBeGreaterThan(4);
  expect(captured.filter(({ isReleased }) => !isReleased).length).toBeLessThanOrEqual(4);
  expect(areAllReleased).toBe(true);
});

test('an idle GPU captures the runs of the last photo', async () => {
  const { difference, captured } = await compareCaptured(casesOf([LANDSCAPE]), 'works', true);
  expect(difference).toBeLessThan(1e-6);
  expect(captured.some(({ runs }) => runs > 2)).toBe(true);
});

test.each(['is wrong', 'fails'] as const)('if a replay %s, models run without it', async (replay) => {
  const { difference, captured } = await compareCaptured(casesOf([LANDSCAPE, PORTRAIT]), replay);
  expect(difference).toBeLessThan(1e-6);
  expect(captured).toHaveLength(1);
  expect(captured[0]?.runs).toBeLessThanOrEqual(1);
});
