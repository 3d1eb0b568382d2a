import type { WheelAnalyserEntry } from '../model-manifest.ts';

/** What the analyser chooses from, in the order of its output, and how its scores become chances. */
export type WheelHead = WheelAnalyserEntry['heads'][number];

/** The calibrated chance of every label, head by head. */
export type HeadChances = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** From the analyser's raw output, the labels of all heads in a row, to chances. */
export function headChances(output: Float32Array, heads: readonly WheelHead[]): HeadChances {
  let start = 0;
  const chances: Record<string, Record<string, number>> = {};
  for (const { name, labels, calibration } of heads) {
    const scores = labels.map(
      (_, index) => calibration.slope * (output[start + index] ?? 0) + (calibration.offsets[index] ?? 0),
    );
    start += labels.length;
    const most = Math.max(...scores);
    const weights = scores.map((score) => Math.exp(score - most));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    chances[name] = Object.fromEntries(labels.map((label, index) => [label, (weights[index] ?? 0) / total]));
  }
  return chances;
}
