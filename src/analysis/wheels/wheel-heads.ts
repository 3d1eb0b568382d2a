import type { WheelAnalyserEntry } from '../model-manifest.ts';

/** An output head of the wheel analyser: its labels in the order of the output, and their calibration. */
export type WheelHead = WheelAnalyserEntry['heads'][number];

/** The calibrated confidence of each label, by head. */
export type HeadConfidences = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Converts the analyser's raw output, the scores of all heads one after the other, to confidences. */
export function decodeWheelHeads(output: Float32Array, heads: readonly WheelHead[]): HeadConfidences {
  let start = 0;
  const confidences: Record<string, Record<string, number>> = {};
  for (const { name, labels, calibration } of heads) {
    const scores = labels.map(
      (_, index) => calibration.slope * (output[start + index] ?? 0) + (calibration.offsets[index] ?? 0),
    );
    start += labels.length;
    const max = Math.max(...scores);
    const weights = scores.map((score) => Math.exp(score - max));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    confidences[name] = Object.fromEntries(
      labels.map((label, index) => [label, (weights[index] ?? 0) / total]),
    );
  }
  return confidences;
}
