import { seededRandom } from '../../test/fixtures/random.ts';
import { table } from '../lib/table.ts';
import { mean } from './average-precision.ts';
import { type EvaluatedPhoto, evaluateType, pooledMatches, resultOn, type TypeFigures } from './evaluate.ts';
import { percent } from './format.ts';
import { calibrationError, recallAt, recallAtPrecision } from './operating-points.ts';
import { pointedAtRecall, pointingOn } from './pointed-at.ts';
import { type Interval, resample, resampleFigure } from './resample.ts';

const ALARMS = ['0.1', '0.5', '1'] as const;
type Alarms = (typeof ALARMS)[number];

export interface Summary {
  images: number;
  mAP50: number;
  /** 95 % confidence interval. */
  mAP50Interval: Interval;
  mAP: number;
  maskMAP50: number;
  perType: Record<string, TypeFigures & { AP50Interval: Interval }>;
  /** At this number of false alarms per photo. */
  recallAt: Record<Alarms, number>;
  /** Share of the marks that a detection points at, whatever its type and extent. */
  pointedAt: Record<Alarms, number>;
  /** At 0.5 false alarms per photo. */
  pointedAtInterval: Interval;
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
  const pointing = photos.map((photo) => pointingOn(photo, types));
  const perRate = (figure: (rate: number) => number) =>
    Object.fromEntries(ALARMS.map((rate) => [rate, figure(Number(rate))])) as Record<Alarms, number>;
  return {
    images: photos.length,
    mAP50: mean(all.map(({ AP50 }) => AP50)),
    mAP50Interval: drawn.mean,
    mAP: mean(all.map(({ AP }) => AP)),
    maskMAP50: mean(all.flatMap(({ maskAP50 }) => (maskAP50 === undefined ? [] : [maskAP50]))),
    perType,
    recallAt: perRate((rate) => recallAt(matches, counted, photos.length, rate)),
    pointedAt: perRate((rate) => pointedAtRecall(pointing, rate)),
    pointedAtInterval: resampleFigure(pointing, (drawn) => pointedAtRecall(drawn, 0.5), seededRandom(1)),
    recallAtPrecision90: recallAtPrecision(matches, counted, 0.9),
    calibrationError: calibrationError(matches),
    imagesPerSecond: seconds > 0 ? photos.length / seconds : 0,
  };
}

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
  const { calibrationError: error, imagesPerSecond, images } = summary;
  const rates = (figures: Record<Alarms, number>) => ALARMS.map((rate) => percent(figures[rate])).join(', ');
  return [
    table(head, [...rows, total]),
    '',
    `recall at 0.1, 0.5 and 1 false alarms per photo: ${rates(summary.recallAt)} %`,
    `pointed at, likewise: ${rates(summary.pointedAt)} % (at 0.5: ${between(summary.pointedAtInterval)})`,
    `recall at a precision of 90 %: ${percent(summary.recallAtPrecision90)} %`,
    `calibration error: ${percent(error)} %`,
    `${images} photos, ${imagesPerSecond.toFixed(1)} per second`,
  ].join('\n');
}
