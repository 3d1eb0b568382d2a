/**
 * The numbers that decide whether a photo is good enough.
 *
 * All scores run from 0 (good) to 1 (bad). This includes `blurriness_score`: high means blurry. `toScore` converts a
 * measurement to a score, with the half points below: a measurement at its half point scores 0.5.
 *
 * The half points were tuned on one half of the photos of a benchmark; docs/decisions.md (Measured once) has their effect on the
 * other half.
 */

/** A photo is not compliant if one of its scores exceeds the threshold. */
export interface QualityThresholds {
  blurriness: number;
  underexposure: number;
  overexposure: number;
  lensFlare: number;
  lowResolution: number;
}

export const QUALITY_THRESHOLDS: QualityThresholds = {
  blurriness: 0.5,
  underexposure: 0.5,
  overexposure: 0.5,
  lensFlare: 0.5,
  lowResolution: 0.5,
};

/** The measurement that scores 0.5. */
export const QUALITY_HALF_POINTS = {
  /** Blur of the sharpest edges: the sigma of a Gaussian as a fraction of the longer side. 1.5 px of 640. */
  blur: 0.0023,
  /** Brightness of the bright areas in the centre, 0 to 1. With 3 stops too few, most photos are below. */
  light: 0.34,
  /** Fraction of the centre that is clipped to white. With 2 stops too many, most photos are above; few good ones reach half. */
  clipped: 0.2,
  /** The darkest tone of the photo, 0 to 1. Only lens flare and fog raise it. */
  darkest: 0.22,
  /** Shorter side of the original photo in pixels. VGA is enough for a detector, 640 × 360 is not. */
  shorterSide: 480,
} as const;

/** Converts a measurement to a score: 0 at 0, 0.5 at `half`, towards 1. The slope is gentle, to show the distance. */
export function toScore(measurement: number, half: number): number {
  const [squared, halfSquared] = [measurement * measurement, half * half];
  return squared / (squared + halfSquared);
}
