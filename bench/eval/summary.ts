import { seededRandom } from '../../test/fixtures/random.ts';
import { table } from '../lib/table.ts';
import { mean } from './average-precision.ts';
import { type EvaluatedPhoto, evaluateType, pooledMatches, resultOn, type TypeFigures } from './evaluate.ts';
import { calibrationError, recallAt, recallAtPrecision } from './operating-points.ts';
import { type Interval, resample } from './resample.ts';

export interface Summary {
  images: number;
  mAP50: number;
  /** 95 % confidence interval. */
  mAP50Interval: Interval;
  mAP: number;
  maskMAP50: number;
  perType: Record<string, TypeFigures & { AP50Interval: Interval }>;
  recallAt: Record<'0.1' | '0.5' | '1', number>;
  /** Recall over all types at a precision of 0.9. */
  recallAtPrecision90: number;
  calibrationError: number;
  imagesPerSecond: number;
}

/** Computes all figures. Means are over the types with boxes in the data, limited to `wanted` if given. */
export function summarize(
  photos: readonly EvaluatedPhoto[],
  seconds: number,
  wanted?: readonly string[],
): Summary {
  const labels = new Set(photos.flatMap(({ record }) => record.boxes.map(({ label }) => label)));
  const asked = [...labels].filter((type) => wanted?.includes(type) ?? true);
  const figures = asked.sort().flatMap((type) => {
    const ofType = evaluateType(type, photos);
    return ofType ? [[type, ofType] as const] : [];
  });
  const types = figures.map(([type]) => type);
  const drawn = resample(
    new Map(types.map((type) => [type, photos.map((photo) => resultOn(photo, type))])),
    seededRandom(1),
  );
  const perType = Object.fromEntries(
    figures.map(([type, ofType]) => [type, { ...ofType, AP50Interval: drawn.perType.get(type) ?? [0, 1] }]),
  );
  const all = Object.values(perType);
  const { matches, counted } = pooledMatches(types, photos);
  const recall = (rate: number) => recallAt(matches, counted, photos.length, rate);
  return {
    images: photos.length,
    mAP50: mean(all.map(({ AP50 }) => AP50)),
    mAP50Interval: drawn.mean,
    mAP: mean(all.map(({ AP }) => AP)),
    maskMAP50: mean(all.flatMap(({ maskAP50 }) => (maskAP50 === undefined ? [] : [maskAP50]))),
    perType,
    recallAt: { '0.1': recall(0.1), '0.5': recall(0.5), '1': recall(1) },
    recallAtPrecision90: recallAtPrecision(matches, counted, 0.9),
    calibrationError: calibrationError(matches),
    imagesPerSecond: seconds > 0 ? photos.length / seconds : 0,
  };
}

export const percent = (value: number | undefined) => (value === undefined ? '–' : (100 * value).toFixed(1));

const between = ([low, high]: Interval) => `${percent(low)} to ${percent(high)}`;

/** Formats one row per type, most boxes first. */
export function describe(summary: Summary): string {
  const head = ['type', 'boxes', 'AP50', '95 %', 'AP', 'mask AP50', 'small', 'medium', 'large'];
  const rows = Object.entries(summary.perType)
    .sort(([, a], [, b]) => b.boxes - a.boxes)
    .map(([type, f]) => [
      type,
      String(f.boxes),
      percent(f.AP50),
      between(f.AP50Interval),
      ...[f.AP, f.maskAP50, f.small, f.medium, f.large].map(percent),
    ]);
  const total = [
    'mean',
    '',
    percent(summary.mAP50),
    between(summary.mAP50Interval),
    percent(summary.mAP),
    percent(summary.maskMAP50),
    '',
    '',
    '',
  ];
  const { recallAt: recall, calibrationError: error, imagesPerSecond, images } = summary;
  return [
    table(head, [...rows, total]),
    '',
    `recall at 0.1, 0.5 and 1 false alarms per photo: ${percent(recall['0.1'])}, ${percent(recall['0.5'])}, ${percent(recall['1'])} %`,
    `recall at a precision of 90 %: ${percent(summary.recallAtPrecision90)} %`,
    `calibration error: ${percent(error)} %`,
    `${images} photos, ${imagesPerSecond.toFixed(1)} per second`,
  ].join('\n');
}
