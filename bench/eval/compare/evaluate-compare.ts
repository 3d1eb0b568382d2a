import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { createProgress } from '../progress.ts';
import { readRecords } from '../records.ts';
import { selectRecords } from '../select-records.ts';
import { addFigures, type ComparisonFigures, compareKnown } from './comparison-figures.ts';
import { compareDetected } from './detected-pairs.ts';
import { type KnownPair, pairOfCar, pairOfPhoto } from './known-pairs.ts';

const DEFAULT_DATA = '../shared/data/damage/s1';
/** Photos per inspection: damages of one photo must not match those of another. */
const PHOTOS_PER_INSPECTION = 3;
const MAX_PHOTOS = 90;
/** Each from three sides. */
const CARS = 14;
const DETECTED_PAIRS = 12;

/** Compares inspections whose damages are known, and prints how many are recognized as same and as new. */
export async function evaluateCompare(options: EvalArguments): Promise<void> {
  const rendered = Array.from({ length: CARS }, (_, index) =>
    (['side', 'front', 'rear'] as const).map(
      (view) => () => pairOfCar(view, { seed: index + 1, hasNew: index % 2 === 1 }),
    ),
  ).flat();
  const records = await readPhotos(options);
  const photos = records.map(
    (record, index) => () => pairOfPhoto(record, { seed: index + 1, hasNew: index % 2 === 1 }),
  );
  const rows: Record<string, ComparisonFigures> = {
    'rendered cars, known damages': await compareAll(rendered),
    ...(photos.length > 0 && { 'real photos, known damages': await compareAll(photos) }),
    'rendered cars, shipped models': await compareDetected(DETECTED_PAIRS, dirname(options.manifest)),
  };
  if (photos.length === 0)
    console.error(`${DEFAULT_DATA} is absent: real photos are left out. Pass a folder with --data.`);
  console.log(options.json ? JSON.stringify(rows) : describe(rows));
}

async function readPhotos({ data, split = 'val', set, limit = MAX_PHOTOS }: EvalArguments) {
  const folders = data.length > 0 ? data : (await exists(DEFAULT_DATA)) ? [DEFAULT_DATA] : [];
  const records = await readRecords(folders);
  const labelled = records.filter(({ boxes }) => boxes.length > 0);
  return selectRecords(labelled, { split, ...(set !== undefined && { set }) }).slice(0, limit);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function compareAll(create: readonly (() => Promise<KnownPair>)[]): Promise<ComparisonFigures> {
  const progress = createProgress(create.length);
  const all: ComparisonFigures[] = [];
  for (let from = 0; from < create.length; from += PHOTOS_PER_INSPECTION) {
    const batch = create.slice(from, from + PHOTOS_PER_INSPECTION);
    const pairs = await Promise.all(batch.map((one) => one()));
    all.push(
      compareKnown(
        pairs.map(({ before }) => before),
        pairs.map(({ after }) => after),
      ),
    );
    progress(from + batch.length);
  }
  return addFigures(all);
}

function describe(rows: Readonly<Record<string, ComparisonFigures>>): string {
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
  return table(
    ['pairs', 'unchanged', 'same', 'new', 'missed', 'unclear'],
    Object.entries(rows).map(([name, { unchanged, same, added, missed, unclear }]) => [
      name,
      String(unchanged),
      share(same, unchanged),
      String(added),
      share(missed, added),
      share(unclear, added),
    ]),
  );
}
