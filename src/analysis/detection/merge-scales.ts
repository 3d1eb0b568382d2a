import { groupByNms, type ScoredBox } from './non-maximum-suppression.ts';

/** The candidates of several scales that show the same object. */
interface MergedCandidate<T extends ScoredBox> {
  type: number;
  /** The mean over all scales. A scale without a candidate counts as 0. */
  score: number;
  /** At most one of each scale, in the order of the scales. */
  candidates: readonly [T, ...T[]];
}

/**
 * Merges the candidates of several scales of one photo. Boxes are in pixels of the photo. A candidate is part of one
 * object only: if it overlaps two, the one with the higher score takes it.
 *
 * @param isDisjointType See {@link suppressNonMaxima}.
 */
export function mergeScales<T extends ScoredBox>(
  scales: readonly (readonly T[])[],
  isDisjointType?: (type: number) => boolean,
): MergedCandidate<T>[] {
  return groupByNms(scales.flat(), isDisjointType).map((group) => {
    const candidates = scales.flatMap(
      (scale) => group.find((candidate) => scale.includes(candidate)) ?? [],
    ) as [T, ...T[]];
    const score = candidates.reduce((sum, candidate) => sum + candidate.score, 0) / scales.length;
    return { type: group[0].type, score, candidates };
  });
}
