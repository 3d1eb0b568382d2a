import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openKerbside } from 'kerbside';
import type { Browser } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { iou } from '../../src/analysis/geometry/box.ts';
import type { Manifest } from '../../src/analysis/model-manifest.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { analyse, launch, openLab } from './pages/field-browser.ts';
import { serveField } from './pages/field-server.ts';
import type { LabResult } from './pages/lab.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Photos by the path at which they are served. */
export type Files = Record<string, Uint8Array<ArrayBuffer>>;
type Detections = LabResult['damages'];
type DetectionsByEngine = Record<'wasm' | 'tfjs' | 'node', Detections>;

/** Far below the model's default threshold, so that there are more detections to compare. */
const THRESHOLD = 0.1;
const CLOSE_SCORE = 0.02;
const RUNTIME = { wasm: /^onnxruntime-web .* wasm$/, tfjs: /^tfjs .* wasm$/ };
const SLOW = 600_000;

/** Tests that every engine detects the same damages on these photos as WASM in Chromium. */
export function testEngineAgreement(photos: () => Promise<Files>): void {
  let found: Map<string, DetectionsByEngine>;
  beforeAll(async () => {
    found = await analyseOnAllEngines(await photos());
    console.log(table(found));
  }, SLOW);

  describe('the shipped damage model, on WASM in Chromium', () => {
    test('detects damages to compare', () => {
      expect([...found.values()].flatMap(({ wasm }) => wasm).length).toBeGreaterThan(5);
    });

    test.each(['tfjs', 'node'] as const)('detects the same damages on every photo as on %s', (other) => {
      for (const [name, by] of found) {
        const { overlapLeast, scoreMost, alone } = compareDetections(by.wasm, by[other]);
        expect(overlapLeast, name).toBeGreaterThan(0.95);
        expect(scoreMost, name).toBeLessThan(CLOSE_SCORE);
        // A detection without a counterpart must be at the threshold, within the tolerance of scores.
        for (const { confidence } of alone) expect(confidence, name).toBeLessThan(THRESHOLD + CLOSE_SCORE);
      }
    });
  });
}

/** Creates a folder with only the damage model. The task would run its other models too. */
async function damageModel() {
  const folder = await temporaryFolder();
  const manifest = JSON.parse(await readFile(join(MODELS_FOLDER, 'manifest.json'), 'utf8')) as Manifest;
  const models = manifest.models.filter(({ name }) => name === 'damage');
  await writeFile(join(folder.path, 'manifest.json'), JSON.stringify({ ...manifest, models }));
  for (const { file, golden } of models.flatMap(({ variants }) => variants)) {
    for (const name of [file, golden.file])
      await copyFile(join(MODELS_FOLDER, name), join(folder.path, name));
  }
  return folder;
}

async function analyseOnAllEngines(files: Files): Promise<Map<string, DetectionsByEngine>> {
  const models = await damageModel();
  // Without WebGL: a software GPU takes minutes where the WebAssembly of tfjs takes a second.
  const browser = await launch('--disable-gpu', '--disable-software-rasterizer');
  const server = await serveField({ files, models: models.path });
  const [wasm, tfjs, node] = await Promise.all([
    inChromium(browser, server.url, files, 'wasm'),
    inChromium(browser, server.url, files, 'tfjs'),
    inNode(files, models.path),
  ]).finally(async () => {
    await browser.close();
    await server.close();
    await models.remove();
  });
  const none: Detections = [];
  return new Map(
    Object.keys(files).map((name) => [
      name,
      { wasm: wasm.get(name) ?? none, tfjs: tfjs.get(name) ?? none, node: node.get(name) ?? none },
    ]),
  );
}

async function inChromium(
  browser: Browser,
  url: string,
  files: Files,
  engine: 'wasm' | 'tfjs',
): Promise<Map<string, Detections>> {
  const page = await openLab(await browser.newContext(), url, 1);
  // As in Node, the time does not decide on how many crops the model runs.
  const options = { engine, budgetMs: 3_600_000 };
  await page.evaluate((chosen) => window.lab.open(chosen), options);
  const results = new Map<string, Detections>();
  for (const name of Object.keys(files)) {
    const done = await analyse(page, 1, name, THRESHOLD);
    expect(done, name).toMatchObject({ status: 'DONE', errors: [] });
    if (done.damages.length > 0) expect(done.engine).toMatch(RUNTIME[engine]);
    results.set(name, done.damages);
  }
  return results;
}

async function inNode(files: Files, folder: string): Promise<Map<string, Detections>> {
  const models = new NodeModels({ folder, threads: 1, onFallback: () => {} });
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models),
  });
  try {
    const results = new Map<string, Detections>();
    for (const [name, bytes] of Object.entries(files)) {
      const { result: id } = await kerbside.inspections.createOne({
        tasks: { damage_detection: { damageScoreThreshold: THRESHOLD } },
      });
      await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, bytes.slice().buffer);
      await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      await kerbside.tasks.whenDone(id, 'damage_detection');
      const { damages, views } = (await kerbside.inspections.getOne(id)).entities;
      results.set(
        name,
        Object.values(views).map(({ damageId, boundingBox: { xmin, ymin, width, height }, confidence }) => ({
          type: damages[damageId]?.damageType ?? '',
          confidence: confidence ?? 0,
          box: { x0: xmin, y0: ymin, x1: xmin + width, y1: ymin + height },
        })),
      );
    }
    return results;
  } finally {
    kerbside.close();
    await models.dispose();
  }
}

/** Returns the differences of two engines on a photo. */
function compareDetections(expected: Detections, actual: Detections) {
  const left = [...actual];
  const alone: Detections = [];
  let [overlapLeast, scoreMost] = [1, 0];
  for (const wanted of expected) {
    const [best] = left
      .filter(({ type }) => type === wanted.type)
      .toSorted((a, b) => iou(b.box, wanted.box) - iou(a.box, wanted.box));
    if (!best || iou(best.box, wanted.box) < 0.5) {
      alone.push(wanted);
      continue;
    }
    left.splice(left.indexOf(best), 1);
    overlapLeast = Math.min(overlapLeast, iou(best.box, wanted.box));
    scoreMost = Math.max(scoreMost, Math.abs(best.confidence - wanted.confidence));
  }
  return { overlapLeast, scoreMost, alone: [...alone, ...left] };
}

function table(results: Map<string, DetectionsByEngine>): string {
  const rows = [...results].map(([name, { wasm, tfjs, node }]) => {
    const cells = [tfjs, node].map((other) => {
      const { overlapLeast, scoreMost, alone } = compareDetections(wasm, other);
      return `${overlapLeast.toFixed(3)} ${scoreMost.toFixed(4)} ${alone.length}`;
    });
    return `${name.padEnd(26)} ${String(wasm.length).padStart(5)}   ${cells.join('   ')}`;
  });
  return ['photo, detections; lowest IoU, largest score difference, unmatched: tfjs, Node', ...rows].join(
    '\n',
  );
}
