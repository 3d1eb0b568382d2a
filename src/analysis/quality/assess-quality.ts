import type { RgbaPixels } from '../detection/photo-layout.ts';
import { blurOf } from './blur.ts';
import { clippedShare, lightOf } from './exposure.ts';
import { toGray } from './gray.ts';
import { lensFlareScore } from './lens-flare.ts';
import { QUALITY_HALF_POINTS, rise } from './thresholds.ts';
import { tonesOf } from './tones.ts';

/** Scores from 0 (fine) to 1 (as bad as can be); thresholds.ts says where a photo is refused. */
export interface QualityAssessment {
  blurriness: number;
  underexposure: number;
  overexposure: number;
  lensFlare: number;
  lowResolution: number;
}

/** Of each side: the vehicle is in the middle, sky and road are around it. */
const margin = 0.15;

/**
 * Judges a photo by its pixels, upright and scaled down to about 640 on the longer side (never up), and by the size
 * that it was taken in. Scaling down hides noise and what no model would see; a larger picture only takes longer.
 */
export function assessQuality(
  pixels: RgbaPixels,
  original: { width: number; height: number },
): QualityAssessment {
  const gray = toGray(pixels);
  const middle = tonesOf(gray, margin);
  const half = QUALITY_HALF_POINTS;
  return {
    blurriness: rise(blurOf(gray), half.blur),
    underexposure: 1 - rise(lightOf(middle), half.light),
    overexposure: rise(clippedShare(middle), half.clipped),
    lensFlare: lensFlareScore(tonesOf(gray, 0)),
    lowResolution: 1 - rise(Math.min(original.width, original.height), half.shorterSide),
  };
}
