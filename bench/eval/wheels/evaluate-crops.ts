import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { readManifest } from '../../../src/node/models/load-model.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { inWorkers } from '../pool.ts';
import { createProgress } from '../progress.ts';
import { type HeadFigures, headFigures } from './crop-figures.ts';
import { readCropRecords } from './crop-records.ts';

export interface CropSetup {
  manifest: string;
  model: string;
  precision: 'int8' | 'fp16';
}

/** Classifies every crop with the shipped wheel model and prints the accuracy and calibration of each head. */
export async function evaluateCrops(options: EvalArguments): Promise<void> {
  const { manifest, model, precision } = options;
  const entry = (await readManifest(manifest)).models.find(({ name }) => name === model);
  if (entry?.kind !== 'wheel-analyser') throw new Error(`${manifest} has no wheel analyser "${model}".`);
  const records = (await Promise.all(options.data.map(readCropRecords)))
    .flat()
    .filter(({ split, set }) => (options.split ?? split) === split && (options.set ?? set) === set);
  if (records.length === 0) throw new Error('No records there (check --data, --split and --set).');
  const { results, seconds } = await inWorkers<string, HeadConfidences>(
    new URL('./crop-worker.mjs', import.meta.url),
    { manifest, model, precision } satisfies CropSetup,
    records.map(({ path }) => path),
    options.threads ?? availableParallelism(),
    createProgress(records.length),
  );
  const scored = records.map(({ truth }, index) => ({ truth, chances: results[index] ?? {} }));
  if (options.predictions !== undefined) {
    const predictions = records.map(({ path, truth }, index) => ({
      file: relative(process.cwd(), path),
      truth,
      chances: results[index],
    }));
    await writeFile(options.predictions, JSON.stringify(predictions));
  }
  const perHead: Record<string, HeadFigures> = {};
  for (const { name } of entry.heads) {
    const figures = headFigures(name, scored);
    if (figures) perHead[name] = figures;
  }
  const summary = { images: records.length, perHead, imagesPerSecond: records.length / seconds };
  console.log(options.json ? JSON.stringify(summary) : describe(perHead));
}

const percent = (value: number) => (100 * value).toFixed(1);

function describe(perHead: Readonly<Record<string, HeadFigures>>): string {
  const heads = Object.entries(perHead).map(
    ([name, { crops, accuracy, balancedAccuracy, calibrationError }]) => [
      name,
      String(crops),
      ...[accuracy, balancedAccuracy, calibrationError].map(percent),
    ],
  );
  const bins = Object.entries(perHead).flatMap(([name, { reliability }]) =>
    reliability.map(({ crops, confidence, right }) => [
      name,
      String(crops),
      percent(confidence),
      percent(right),
    ]),
  );
  return [
    table(['head', 'crops', 'right', 'balanced', 'calibration error'], heads),
    '',
    table(['reliability', 'crops', 'confidence', 'right'], bins),
  ].join('\n');
}
