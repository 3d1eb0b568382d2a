import type { Size } from '../geometry/size.ts';
import type { RgbaPixels } from '../pixels/photo-scaler.ts';
import { measureBlur } from './blur.ts';
import { countTones, measureBrightness, measureClipping, scoreLensFlare } from './exposure.ts';
import { toGray } from './gray.ts';
import { QUALITY_HALF_POINTS, toScore } from './thresholds.ts';

/** Scores from 0 (good) to 1 (bad). The thresholds are in thresholds.ts. */
export interface QualityAssessment {
  blurriness: number;
  underexposure: number;
  overexposure: number;
  lensFlare: number;
  lowResolution: number;
}

/** Left out on each side when exposure is measured, as a fraction: the vehicle is in the centre, sky and road are around it. */
const MARGIN = 0.15;

/**
 * Assesses the quality of a photo from its pixels and its original size.
 *
 * @param pixels Upright, scaled down to about 640 on the longer side, never up. Scaling down removes noise and detail that
 *   no model sees; more pixels only take longer.
 */
export function assessQuality(pixels: RgbaPixels, original: Size): QualityAssessment {
  const gray = toGray(pixels);
  const centre = countTones(gray, MARGIN);
  const half = QUALITY_HALF_POINTS;
  return {
    blurriness: toScore(measureBlur(gray), half.blur),
    underexposure: 1 - toScore(measureBrightness(centre), half.light),
    overexposure: toScore(measureClipping(centre), half.clipped),
    lensFlare: scoreLensFlare(countTones(gray, 0)),
    lowResolution: 1 - toScore(Math.min(original.width, original.height), half.shorterSide),
  };
}
