import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { ImageText } from '../../../src/analysis/results/text-results.ts';
import { OCR_IMAGE_TYPES, type OcrImageType } from '../../../src/domain/enums.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import type { EvalArguments } from '../arguments.ts';
import { inWorkers } from '../in-workers.ts';
import { createProgress } from '../progress.ts';
import { resampleFigure } from '../resample.ts';
import { selectRecords } from '../select-records.ts';
import { describeText, type GroupFigures, type TextSummary } from './describe-text.ts';
import { type ScoredText, textFigures } from './text-figures.ts';
import { findShownText, readTextRecords, type TextRecord } from './text-records.ts';

export interface TextSetup {
  manifest: string;
  precision: 'int8' | 'fp16';
}

export interface TextJob {
  path: string;
  imageType: OcrImageType;
  country?: string | undefined;
}

export interface TextResult {
  read: string;
  confidence: number;
  milliseconds: number;
  text: ImageText;
}

/** What a worker returns for a picture: its reading, or why there is none. */
export type TextOutcome = TextResult | { unreadable: string };

/** Reads every picture with the shipped models and prints accuracy, reliability and speed. */
export async function evaluateText(options: EvalArguments): Promise<void> {
  const { manifest, precision } = options;
  const records = await chooseRecords(options);
  const { results, seconds } = await inWorkers<TextJob, TextOutcome>(
    new URL('./text-worker.ts', import.meta.url),
    { manifest, precision } satisfies TextSetup,
    records.map(({ path, imageType }) => ({ path, imageType, country: options.country })),
    { threads: options.threads ?? availableParallelism(), onProgress: createProgress(records.length) },
  );
  const outcomes = records.map((record, index) => ({ record, outcome: results[index] }));
  const unreadable = outcomes.flatMap(({ outcome }) =>
    outcome && 'unreadable' in outcome ? [outcome.unreadable] : [],
  );
  for (const reason of unreadable) console.error(`left out: ${reason}`);
  const read = outcomes.flatMap(({ record, outcome }) =>
    outcome && 'read' in outcome ? [{ record, result: outcome }] : [],
  );
  if (read.length === 0) throw new Error('No picture could be opened (check --data).');
  if (options.predictions !== undefined) {
    const predictions = read.map(({ record: { path, text }, result }) => ({
      file: relative(process.cwd(), path),
      truth: text,
      ...result,
    }));
    await writeFile(options.predictions, JSON.stringify(predictions));
  }
  const scored = read.map(({ record: { text, imageType, kind }, result: { read: value, confidence } }) => ({
    ...{ truth: text, read: value, confidence, imageType },
    kind,
  }));
  const shown = read.map(({ record }) => findShownText(record));
  const wrongLabels = shown.filter((text) => text !== undefined).length;
  const corrected = scored.map((one, index) => ({ ...one, truth: shown[index] ?? one.truth }));
  const times = read.map(({ result }) => result.milliseconds).sort((a, b) => a - b);
  const kinds = [...new Set(scored.flatMap(({ kind }) => kind ?? []))].sort();
  const summary: TextSummary = {
    ...figuresWithInterval(scored),
    leftOut: unreadable.length,
    medianMilliseconds: times[Math.floor(times.length / 2)] ?? 0,
    imagesPerSecond: read.length / seconds,
    byType: byGroup(scored, OCR_IMAGE_TYPES, (one) => one.imageType),
    ...(wrongLabels > 0 && { corrected: { labels: wrongLabels, ...figuresWithInterval(corrected) } }),
    ...(kinds.length > 0 && { byKind: byGroup(scored, kinds, (one) => one.kind) }),
  };
  console.log(options.json ? JSON.stringify(summary) : describeText(summary));
}

/** Returns the records that the options select. `--types` are image types here. */
async function chooseRecords(options: EvalArguments): Promise<TextRecord[]> {
  const types = options.types?.map((type) => type.toUpperCase());
  const unknown = types?.filter((type) => !OCR_IMAGE_TYPES.some((known) => known === type)) ?? [];
  if (unknown.length > 0) {
    const known = OCR_IMAGE_TYPES.join(', ');
    throw new Error(`There is no image type ${unknown.join(', ')} (check --types; there is: ${known}).`);
  }
  const all = await readTextRecords(options.data);
  const ofTypes = all.filter(({ imageType }) => types?.includes(imageType) ?? true);
  const records = selectRecords(ofTypes, options);
  if (records.length === 0) throw new Error('No records there (check --data, --split, --set and --types).');
  return records;
}

type Scored = ScoredText & { imageType: OcrImageType; kind: string | undefined };

function figuresWithInterval(scored: readonly Scored[]): GroupFigures {
  const exactInterval = resampleFigure(scored, (drawn) => textFigures(drawn).exact, seededRandom(1));
  return { ...textFigures(scored), exactInterval };
}

function byGroup(
  scored: readonly Scored[],
  groups: readonly string[],
  groupOf: (one: Scored) => string | undefined,
): Record<string, GroupFigures> {
  const members = groups.map((group) => [group, scored.filter((one) => groupOf(one) === group)] as const);
  return Object.fromEntries(
    members
      .filter(([, those]) => those.length > 0)
      .map(([group, those]) => [group, figuresWithInterval(those)]),
  );
}
