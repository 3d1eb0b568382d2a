import type { Match } from './match.ts';

/** The highest recall with at most this number of false alarms per photo. */
export function recallAt(
  matches: readonly Match[],
  counted: number,
  photos: number,
  falsePerPhoto: number,
): number {
  let hits = 0;
  let misses = 0;
  let best = 0;
  for (const { verdict } of [...matches].sort((a, b) => b.confidence - a.confidence)) {
    if (verdict === 'hit') hits += 1;
    if (verdict === 'miss') misses += 1;
    if (misses > falsePerPhoto * photos) break;
    best = hits;
  }
  return counted === 0 ? 0 : best / counted;
}

/** The highest recall with at least this precision. */
export function recallAtPrecision(matches: readonly Match[], counted: number, precision: number): number {
  let hits = 0;
  let misses = 0;
  let best = 0;
  for (const { verdict } of [...matches].sort((a, b) => b.confidence - a.confidence)) {
    if (verdict === 'hit') hits += 1;
    if (verdict === 'miss') misses += 1;
    if (hits > 0 && hits / (hits + misses) >= precision) best = hits;
  }
  return counted === 0 ? 0 : best / counted;
}

const BINS = 10;
/** Detections below this confidence are never shown and would dominate the figure. */
const LOWEST = 0.05;

/** Expected calibration error: the mean difference of confidence and precision over 10 bins, weighted by size. */
export function calibrationError(matches: readonly Match[]): number {
  const counted = matches.filter(({ verdict, confidence }) => verdict !== 'ignored' && confidence >= LOWEST);
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const members = counted.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
    );
    const right = members.filter(({ verdict }) => verdict === 'hit').length;
    const claimed = members.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(claimed - right);
  }
  return counted.length === 0 ? 0 : error / counted.length;
}
