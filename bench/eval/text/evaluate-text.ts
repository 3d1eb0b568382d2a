import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { ImageText } from '../../../src/analysis/results/text-results.ts';
import type { OcrImageType } from '../../../src/domain/enums.ts';
import type { EvalArguments } from '../arguments.ts';
import { inWorkers } from '../pool.ts';
import { createProgress } from '../progress.ts';
import { textFigures } from './text-figures.ts';
import { readTextRecords } from './text-records.ts';

export interface TextSetup {
  manifest: string;
  precision: 'int8' | 'fp16';
}

export interface TextJob {
  path: string;
  imageType: OcrImageType;
}

export interface TextResult {
  read: string;
  confidence: number;
  milliseconds: number;
  text: ImageText;
}

/** Reads every picture with the shipped models and prints the accuracy. */
export async function evaluateText(options: EvalArguments): Promise<void> {
  const { manifest, precision } = options;
  const records = (await Promise.all(options.data.map(readTextRecords)))
    .flat()
    .filter(({ split, set }) => (options.split ?? split) === split && (options.set ?? set) === set);
  if (records.length === 0) throw new Error('No records there (check --data, --split and --set).');
  const { results } = await inWorkers<TextJob, TextResult>(
    new URL('./text-worker.mjs', import.meta.url),
    { manifest, precision } satisfies TextSetup,
    records.map(({ path, imageType }) => ({ path, imageType })),
    options.threads ?? availableParallelism(),
    createProgress(records.length),
  );
  const scored = records.map(({ text, kind }, index) => {
    const { read = '', confidence = 0 } = results[index] ?? {};
    return { truth: text, read, confidence, kind };
  });
  if (options.predictions !== undefined) {
    const predictions = records.map(({ path, text }, index) => ({
      file: relative(process.cwd(), path),
      truth: text,
      ...results[index],
    }));
    await writeFile(options.predictions, JSON.stringify(predictions));
  }
  const kinds = [...new Set(scored.flatMap(({ kind }) => kind ?? []))].sort();
  const byKind = kinds.map((kind) => [kind, textFigures(scored.filter((one) => one.kind === kind))]);
  const times = results.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const summary = {
    ...textFigures(scored),
    medianMilliseconds: times[Math.floor(times.length / 2)] ?? 0,
    ...(kinds.length > 0 && { byKind: Object.fromEntries(byKind) }),
  };
  if (options.json) console.log(JSON.stringify(summary));
  else {
    const { images, exact, characterErrorRate } = summary;
    const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
    console.log(
      `${images} pictures: ${percent(exact)} exact, character errors ${percent(characterErrorRate)}`,
    );
  }
}
