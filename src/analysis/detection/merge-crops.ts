import { meanBox } from '../geometry/box.ts';
import type { Crop } from './crop.ts';
import { mergeScales } from './merge-scales.ts';
import type { ScoredDetection } from './scored-detections.ts';

/** How much a crop counts against the whole photo. Measured: with 0.5 it gains less. */
const CROP_WEIGHT = 0.35;

/**
 * Merges the detections of a photo with those of its crops.
 *
 * Detections that overlap become one, with the weighted means of scores and boxes. A detection that a crop shows whole and
 * does not confirm has a score of 0 there. Detections that no crop shows whole stay as they are.
 *
 * @param isDisjointType See {@link suppressNonMaxima}.
 */
export function mergeCrops(
  detections: readonly ScoredDetection[],
  refined: readonly ScoredDetection[],
  crops: readonly Crop[],
  isDisjointType?: (type: number) => boolean,
): ScoredDetection[] {
  const uncovered = detections.filter(({ box }) => !crops.some(({ isWhole }) => isWhole(box)));
  const weights = [1 - CROP_WEIGHT, CROP_WEIGHT];
  const isOfPhoto = new Set(detections);
  return mergeScales([detections, [...refined, ...uncovered]], isDisjointType, weights).map(
    ({ type, score, candidates }) => {
      const boxes = candidates.map((candidate) => ({
        box: candidate.box,
        weight: candidate.score * (isOfPhoto.has(candidate) ? 1 - CROP_WEIGHT : CROP_WEIGHT),
      }));
      // The mask of the better one. If both are as good, that of the crop: it is finer.
      const best = candidates.reduce((one, other) => (other.score >= one.score ? other : one));
      return { type, score, box: meanBox(boxes), polygons: best.polygons };
    },
  );
}
