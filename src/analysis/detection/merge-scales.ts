import { groupByNms, type ScoredBox } from './non-maximum-suppression.ts';

/** The candidates of several scales that show the same object. */
interface MergedCandidate<T extends ScoredBox> {
  type: number;
  /** The weighted mean over all scales. A scale without a candidate counts as 0. */
  score: number;
  /** At most one of each scale, in the order of the scales. */
  candidates: readonly [T, ...T[]];
}

/**
 * Merges the candidates of several scales of one photo. Boxes are in pixels of the photo. A candidate is part of one
 * object only: if it overlaps two, the one with the higher score takes it.
 *
 * @param isDisjointType See {@link suppressNonMaxima}.
 * @param weights How much each scale counts. By default, all count the same.
 */
export function mergeScales<T extends ScoredBox>(
  scales: readonly (readonly T[])[],
  isDisjointType?: (type: number) => boolean,
  weights: readonly number[] = scales.map(() => 1),
): MergedCandidate<T>[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return groupByNms(scales.flat(), isDisjointType).map((group) => {
    const ofScale = scales.map((scale) => group.find((candidate) => scale.includes(candidate)));
    const weighted = ofScale.map((candidate, index) => (candidate?.score ?? 0) * (weights[index] ?? 0));
    return {
      type: group[0].type,
      score: weighted.reduce((sum, score) => sum + score, 0) / totalWeight,
      candidates: ofScale.filter((candidate) => candidate !== undefined) as [T, ...T[]],
    };
  });
}
