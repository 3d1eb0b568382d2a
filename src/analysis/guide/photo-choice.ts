import type { QualityAssessment } from '../quality/assess-quality.ts';
import { QUALITY_THRESHOLDS, type QualityThresholds } from '../quality/thresholds.ts';

/** So many poor photos of a sight are taken again. A camera whose photos are all poor must not keep the user there. */
const MAX_RETAKES = 2;
const SCORES = Object.keys(QUALITY_THRESHOLDS) as (keyof QualityThresholds)[];

/** Returns whether the quality checks reject a photo. */
export function isPoor(quality: QualityAssessment): boolean {
  return SCORES.some((score) => quality[score] > QUALITY_THRESHOLDS[score]);
}

/**
 * Decides about an automatic photo that the camera took itself. It did so some time after the frame on which the guide decided:
 * the hand may have moved meanwhile.
 *
 * @param retakes How many poor photos of this sight were taken again.
 * @returns `photo`: keep it. `retake`: drop it, and wait for the next good frame. `frame`: keep the sharpest of the frames before
 *   it, which were good, with fewer pixels.
 */
export function choosePhoto(isPhotoPoor: boolean, retakes: number): 'photo' | 'retake' | 'frame' {
  if (!isPhotoPoor) return 'photo';
  return retakes < MAX_RETAKES ? 'retake' : 'frame';
}
