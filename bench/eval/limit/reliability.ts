import type { ScaleEstimate } from '../../../src/analysis/detection-limit/photo-scale.ts';
import { recallOfLength } from '../../../src/analysis/detection-limit/recall-curve.ts';
import { fitRecall, groupByCluster } from './fit-recall.ts';
import type { MarkedPhoto } from './marks.ts';

/** A mark, the recall that the curve of other photos predicts for it, and whether it was found. */
export interface Prediction {
  type: string;
  predicted: number;
  found: boolean;
}

/** The marks whose predicted recall is within a range. */
export interface ReliabilityRow {
  from: number;
  to: number;
  marks: number;
  predicted: number;
  found: number;
}

const FOLDS = 5;
const RANGES = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

/**
 * Predicts the recall of the marks of each photo of a known scale with curves that were fitted on other photos: cross-validation
 * by cluster.
 *
 * @param referenceScales Where a photo has one, the marks are measured in centimetres by it, and the prediction is that of the
 *   detection limit: by the scale of the detected parts. Otherwise, they are measured in pixels.
 */
export function crossValidate(
  photos: readonly MarkedPhoto[],
  types: readonly string[],
  referenceScales?: ReadonlyMap<string, ScaleEstimate>,
): Prediction[] {
  const clusters = groupByCluster(photos);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const others = clusters.filter((_cluster, index) => index % FOLDS !== fold).flat();
    const own = clusters.filter((_cluster, index) => index % FOLDS === fold).flat();
    return types.flatMap((type) => {
      const recall = fitRecall(others, type);
      return recall ? own.flatMap((photo) => predict(photo, type, recall, referenceScales)) : [];
    });
  }).flat();
}

function predict(
  { path, marks, scale, canvasScale }: MarkedPhoto,
  type: string,
  recall: (pixels: number) => number,
  referenceScales: ReadonlyMap<string, ScaleEstimate> | undefined,
): Prediction[] {
  if (!scale) return [];
  const reference = referenceScales?.get(path);
  if (referenceScales && !reference) return [];
  return marks
    .filter((mark) => mark.type === type)
    .map(({ pixels, found }) => {
      if (!reference) return { type, predicted: recall(pixels), found };
      const cm = pixels / canvasScale / Math.exp(reference.logScale);
      const onCanvas = { ...scale, logScale: scale.logScale + Math.log(canvasScale) };
      return { type, predicted: recallOfLength(recall, cm, onCanvas), found };
    });
}

/** Returns, for each range of predicted recall, how many of the marks were found. */
export function measureReliability(predictions: readonly Prediction[]): ReliabilityRow[] {
  return RANGES.slice(1).map((to, index) => {
    const from = RANGES[index] ?? 0;
    const within = predictions.filter(({ predicted }) => predicted >= from && (predicted < to || to === 1));
    const mean = (value: (one: Prediction) => number) =>
      within.reduce((sum, one) => sum + value(one), 0) / within.length;
    return {
      from,
      to,
      marks: within.length,
      predicted: mean(({ predicted }) => predicted),
      found: mean(({ found }) => (found ? 1 : 0)),
    };
  });
}
