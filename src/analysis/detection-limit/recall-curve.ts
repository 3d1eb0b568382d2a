import type { RecallCurve } from '../model-manifest.ts';
import type { ScaleEstimate } from './photo-scale.ts';

/** Recall by the longest side of a mark, in pixels of the largest canvas of a photo. */
export type RecallPoints = readonly Pick<RecallCurve['points'][number], 'pixels' | 'recall'>[];

/** Returns the recall at a size: linear in the logarithm of the size, and constant outside of the points. */
export function recallAt(points: RecallPoints, pixels: number): number {
  const next = points.findIndex((point) => point.pixels >= pixels);
  const above = points[next === -1 ? points.length - 1 : next];
  const below = points[next - 1];
  if (!above) return 0;
  if (!below) return above.recall;
  const fraction = Math.log(pixels / below.pixels) / Math.log(above.pixels / below.pixels);
  return below.recall + fraction * (above.recall - below.recall);
}

/** Nodes and weights of Gauss-Hermite quadrature for a standard normal distribution. */
const NORMAL_SAMPLES = [
  { at: -2.857, weight: 0.01126 },
  { at: -1.3556, weight: 0.22208 },
  { at: 0, weight: 0.53333 },
  { at: 1.3556, weight: 0.22208 },
  { at: 2.857, weight: 0.01126 },
] as const;

/**
 * Returns the recall of marks of this length on the vehicle. The scale is not exact, so this is the mean over its distribution.
 *
 * @param recall By size in pixels of the canvas.
 * @param scale Of the canvas.
 */
export function recallOfLength(
  recall: (pixels: number) => number,
  cm: number,
  { logScale, deviation }: ScaleEstimate,
): number {
  return NORMAL_SAMPLES.reduce(
    (sum, { at, weight }) => sum + weight * recall(cm * Math.exp(logScale + at * deviation)),
    0,
  );
}
