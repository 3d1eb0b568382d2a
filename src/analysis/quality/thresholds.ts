/**
 * Every number that decides whether a photo is good enough.
 *
 * All scores run from 0 (fine) to 1 (as bad as can be), `blurriness_score` like the others: high means blurry.
 * A measure becomes a score by `rise` with the half point named here, so that a measure at its half point
 * scores 0.5, and 0.5 is where a photo is refused. The half points were tuned on one half of the photos of
 * `npm run bench -- quality`, which prints what they do on the other half.
 */
export const QUALITY_HALF_POINTS = {
  /** Blur of the sharpest edges: the sigma of a Gaussian as a share of the longer side. 1.5 px of 640. */
  blur: 0.0023,
  /** How bright the bright parts of the middle are, of 1. Three stops too few bring most photos below. */
  light: 0.34,
  /** Share of the middle that is burnt out. Two stops too many bring most photos above; few good ones reach half. */
  clipped: 0.2,
  /** The darkest tone of the picture, of 1: flare lifts it, as it does nothing else but fog. */
  darkest: 0.22,
  /** Shorter side of the photo as taken, in pixels: VGA still does for a detector, 640 × 360 does not. */
  shorterSide: 480,
} as const;

export interface QualityThresholds {
  /** The photo is refused when the score is above. */
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

/** From 0 at nothing towards 1, through 0.5 at `half`; gentle, so that a score also says how far off it is. */
export function rise(measure: number, half: number): number {
  const [squared, halfSquared] = [measure * measure, half * half];
  return squared / (squared + halfSquared);
}
