import type { Detection } from '../../src/analysis/detection/detections.ts';
import { table } from '../lib/table.ts';
import type { PhotoRun } from './analyse-photos.ts';
import { percent } from './format.ts';
import type { PhotoRecord } from './records.ts';
import { type Summary, summarize } from './summary.ts';

/** Accuracy against time with at most so many crops per photo. */
export interface CurvePoint {
  maxCrops: number;
  cropsPerPhoto: number;
  /** Time of the model for a photo, in milliseconds. */
  modelMs: number;
  /** Damages at the model's threshold. On photos without damage, these are false. */
  damagesPerPhoto: number;
  /** Absent for photos without labels. */
  accuracy?: Pick<
    Summary,
    'mAP50' | 'mAP50Interval' | 'maskMAP50' | 'recallAt' | 'calibrationError' | 'perType'
  >;
}

interface CurveInput {
  records: readonly PhotoRecord[];
  /** The runs of each photo, in the order of `counts`. */
  runs: readonly (readonly PhotoRun[])[];
  counts: readonly number[];
  types: readonly string[];
  hasLabels: boolean;
  countDamages(detections: readonly Detection[]): number;
}

/** Returns one point for each number of crops. */
export function computeCurve({ records, runs, counts, types, hasLabels, countDamages }: CurveInput) {
  return counts.map((maxCrops, at): CurvePoint => {
    const ofCount = runs.flatMap((photo) => photo[at] ?? []);
    const mean = (value: (run: PhotoRun) => number) =>
      ofCount.reduce((sum, run) => sum + value(run), 0) / ofCount.length;
    const photos = records.map((record, index) => ({ record, detections: ofCount[index]?.detections ?? [] }));
    const point = {
      maxCrops,
      cropsPerPhoto: mean(({ crops }) => crops),
      modelMs: mean(({ ms }) => ms),
      damagesPerPhoto: mean(({ detections }) => countDamages(detections)),
    };
    if (!hasLabels) return point;
    const { mAP50, mAP50Interval, maskMAP50, recallAt, calibrationError, perType } = summarize(
      photos,
      0,
      types,
    );
    return { ...point, accuracy: { mAP50, mAP50Interval, maskMAP50, recallAt, calibrationError, perType } };
  });
}

/** Formats one row per number of crops. */
export function describeCurve(curve: readonly CurvePoint[]): string {
  const types = Object.keys(curve[0]?.accuracy?.perType ?? {});
  const head = ['crops', 'per photo', 'ms', 'damages', 'mAP50', '95 %', 'mask', 'recall at 0.1', '0.5', '1'];
  const rows = curve.map(({ maxCrops, cropsPerPhoto, modelMs, damagesPerPhoto, accuracy }) => [
    String(maxCrops),
    cropsPerPhoto.toFixed(2),
    modelMs.toFixed(0),
    damagesPerPhoto.toFixed(3),
    ...(accuracy
      ? [
          percent(accuracy.mAP50),
          accuracy.mAP50Interval.map(percent).join(' to '),
          percent(accuracy.maskMAP50),
          ...([0.1, 0.5, 1] as const).map((rate) => percent(accuracy.recallAt[`${rate}`])),
          percent(accuracy.calibrationError),
          ...types.map((type) => percent(accuracy.perType[type]?.AP50)),
        ]
      : []),
  ]);
  return table([...head, 'calibration', ...types].slice(0, rows[0]?.length), rows);
}
