import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { readManifest } from '../../../src/node/models/model-files.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { percent, percentWithin } from '../format.ts';
import { type FileJob, inWorkers } from '../in-workers.ts';
import { createProgress } from '../progress.ts';
import { type Interval, resampleFigure } from '../resample.ts';
import { selectRecords } from '../select-records.ts';
import {
  addHubcapHead,
  type HeadFigures,
  headFigures,
  recallAtFalseAlarms,
  type ScoredCrop,
} from './crop-figures.ts';
import { readCropRecords } from './crop-records.ts';

export interface CropSetup {
  manifest: string;
  model: string;
  precision: 'int8' | 'fp16';
}

/** Analyses every crop with the shipped wheel analyser and prints the accuracy and calibration of each head. */
export async function evaluateCrops(options: EvalArguments): Promise<void> {
  const { manifest, model, precision } = options;
  const entry = (await readManifest(manifest)).models.find(({ name }) => name === model);
  if (entry?.kind !== 'wheel-analyser') throw new Error(`${manifest} has no wheel analyser "${model}".`);
  const records = selectRecords(await readCropRecords(options.data), options);
  if (records.length === 0) throw new Error('No records there (check --data, --split and --set).');
  const { results, seconds } = await inWorkers<FileJob, HeadConfidences>(
    new URL('./crop-worker.ts', import.meta.url),
    { manifest, model, precision } satisfies CropSetup,
    records,
    { threads: options.threads ?? availableParallelism(), onProgress: createProgress(records.length) },
  );
  const scored = records.map(({ truth }, index) => ({ truth, confidences: results[index] ?? {} }));
  if (options.predictions !== undefined) {
    const predictions = records.map(({ path, truth }, index) => ({
      file: relative(process.cwd(), path),
      truth,
      confidences: results[index],
    }));
    await writeFile(options.predictions, JSON.stringify(predictions));
  }
  const crops = scored.map(addHubcapHead);
  const perHead: Record<string, HeadResult> = {};
  for (const name of [...entry.heads.map((head) => head.name), 'hubcap']) {
    const figures = headFigures(name, crops);
    if (figures) perHead[name] = { ...figures, ...intervals(name, crops) };
  }
  const found = FOUND_LABELS.flatMap(([head, label]) => {
    const recallIn = (some: readonly ScoredCrop[]) =>
      recallAtFalseAlarms(head, label, some, FALSE_ALARM_RATE);
    const figures = recallIn(crops);
    if (!figures) return [];
    const recallOf = (drawn: readonly ScoredCrop[]) => recallIn(drawn)?.recall ?? Number.NaN;
    return [{ head, label, ...figures, interval: resampleFigure(crops, recallOf, seededRandom(1)) }];
  });
  const summary = { images: records.length, perHead, found, imagesPerSecond: records.length / seconds };
  console.log(options.json ? JSON.stringify(summary) : describe(summary));
}

/** Labels that become damages. */
const FOUND_LABELS = [
  ['condition', 'damaged'],
  ['missing_hubcap', 'yes'],
  ['flat_tyre', 'yes'],
] as const;
/** Of the crops without the label, the share that may have it. */
const FALSE_ALARM_RATE = 0.1;

interface HeadResult extends HeadFigures {
  accuracyInterval: Interval;
  balancedInterval: Interval;
}

function intervals(head: string, crops: readonly ScoredCrop[]) {
  const of = (figure: 'accuracy' | 'balancedAccuracy') =>
    resampleFigure(crops, (drawn) => headFigures(head, drawn)?.[figure] ?? Number.NaN, seededRandom(1));
  return { accuracyInterval: of('accuracy'), balancedInterval: of('balancedAccuracy') };
}

interface CropSummary {
  perHead: Readonly<Record<string, HeadResult>>;
  found: readonly { head: string; label: string; recall: number; threshold: number; interval: Interval }[];
}

function describe({ perHead, found }: CropSummary): string {
  const heads = Object.entries(perHead).map(([name, figures]) => [
    name,
    String(figures.crops),
    percentWithin(figures.accuracy, figures.accuracyInterval),
    percentWithin(figures.balancedAccuracy, figures.balancedInterval),
    percent(figures.calibrationError),
  ]);
  const labels = Object.entries(perHead).flatMap(([name, { perLabel }]) =>
    Object.entries(perLabel).map(([label, { crops, recall, precision }]) => [
      name,
      label,
      String(crops),
      percent(recall),
      percent(precision),
    ]),
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
    table(['head', 'label', 'crops', 'recall', 'precision'], labels, { left: 2 }),
    '',
    table(
      ['head', 'label', `recall at ${percent(FALSE_ALARM_RATE)} % false alarms`, 'from confidence'],
      found.map(({ head, label, recall, interval, threshold }) => [
        head,
        label,
        percentWithin(recall, interval),
        threshold.toFixed(2),
      ]),
      { left: 2 },
    ),
    '',
    table(['reliability', 'crops', 'confidence', 'right'], bins),
  ].join('\n');
}
