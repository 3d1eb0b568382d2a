/**
 * Adds exported model files to a models folder: copies them, runs the golden picture, and writes the manifest
 * entry with neutral calibration. `calibrate.ts` then fits the calibration on validation photos.
 *
 *   node --import tsx bench/eval/package-model.ts <folder with <name>.int8.onnx and <name>.fp16.onnx> <description.json> [models]
 *
 * Without a .fp16.onnx the model has an int8 file only, which all engines run.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import type { Manifest, ModelEntry } from '../../src/analysis/model-manifest.ts';
import { createOrtWasmEngine } from '../../src/inference/runtimes/ort-wasm-engine.ts';
import { listOutputNames } from '../../src/inference/self-test/golden-outputs.ts';
import { createGoldenInput } from '../../src/inference/self-test/golden-picture.ts';
import { readManifest } from '../../src/node/models/model-files.ts';
import { writeHalfFloats } from './half-floats.ts';

/** Larger for fp16: GPUs differ in rounding. */
const TOLERANCE = {
  int8: { absolute: 0.02, relative: 0.01 },
  fp16: { absolute: 0.1, relative: 0.03 },
};

/** A manifest entry without the fields that this script computes. */
type Description = ModelEntry extends infer Entry
  ? Entry extends ModelEntry
    ? Omit<Entry, 'variants'>
    : never
  : never;

async function packageModel(folder: string, descriptionPath: string, target: string): Promise<void> {
  const description = JSON.parse(await readFile(descriptionPath, 'utf8')) as Description;
  const names = listOutputNames(description);
  const engine = createOrtWasmEngine(ort, 1);
  const variants: ModelEntry['variants'] = [];
  for (const precision of ['int8', 'fp16'] as const) {
    const file = `${description.name}.${precision}.onnx`;
    if (precision === 'fp16' && !existsSync(join(folder, file))) continue;
    const content = await readFile(join(folder, file));
    const session = await engine.load(content);
    const outputs = await session.run(createGoldenInput(description));
    const values = Float32Array.from(names.flatMap((name) => [...(outputs[name]?.data ?? [])]));
    const golden = writeHalfFloats(values);
    const goldenFile = `${description.name}.${precision}.golden.bin`;
    variants.push({
      precision,
      ...(await put(target, file, content)),
      golden: { ...(await put(target, goldenFile, golden)), tolerance: TOLERANCE[precision] },
    });
  }
  const manifestPath = join(target, 'manifest.json');
  const entry: ModelEntry = { ...description, variants };
  const { models } = await readManifest(manifestPath).catch((): Pick<Manifest, 'models'> => ({ models: [] }));
  const place = models.findIndex(({ name }) => name === entry.name);
  const all = place === -1 ? [...models, entry] : models.with(place, entry);
  const manifest = { $schema: './manifest.schema.json', formatVersion: 1, models: all };
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function put(target: string, file: string, content: Uint8Array) {
  await writeFile(join(target, file), content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, bytes: content.byteLength, sha256 };
}

const [folder, description, target = 'models'] = process.argv.slice(2);
if (folder === undefined || description === undefined)
  throw new Error('Name the export folder and the description.');
await packageModel(folder, description, target);
