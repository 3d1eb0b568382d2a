import type { Match } from './match.ts';

/**
 * COCO's average precision: the mean of the monotonic precision at 101 recalls from 0 to 1. Undefined without
 * truths.
 */
export function averagePrecision(matches: readonly Match[], counted: number): number | undefined {
  if (counted === 0) return undefined;
  // Ties keep the order of the pictures, as COCO's merge sort does.
  const ranked = matches
    .filter(({ verdict }) => verdict !== 'ignored')
    .sort((a, b) => b.confidence - a.confidence);
  let hits = 0;
  const curve = ranked.map(({ verdict }, index) => {
    if (verdict === 'hit') hits += 1;
    return { recall: hits / counted, precision: hits / (index + 1) };
  });
  for (let index = curve.length - 2; index >= 0; index -= 1) {
    const [here, after] = [curve[index], curve[index + 1]];
    if (here && after) here.precision = Math.max(here.precision, after.precision);
  }
  let total = 0;
  let at = 0;
  for (let step = 0; step <= 100; step += 1) {
    while (at < curve.length && (curve[at]?.recall ?? 0) < step / 100) at += 1;
    total += curve[at]?.precision ?? 0;
  }
  return total / 101;
}

/** The ten thresholds of COCO's mAP. */
export const IOU_THRESHOLDS = Array.from({ length: 10 }, (_, index) => 0.5 + index * 0.05);

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
