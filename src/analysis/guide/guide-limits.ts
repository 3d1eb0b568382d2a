import { QUALITY_THRESHOLDS } from '../quality/thresholds.ts';

/**
 * A photo that is taken by itself must be good: the limits of its quality are stricter than those of the assessment after
 * it, because the photo differs from the frame.
 */
const STRICTNESS = 0.8;

/** The numbers that decide about instructions. */
export const GUIDE_LIMITS = {
  underexposure: STRICTNESS * QUALITY_THRESHOLDS.underexposure,
  overexposure: STRICTNESS * QUALITY_THRESHOLDS.overexposure,
  lensFlare: STRICTNESS * QUALITY_THRESHOLDS.lensFlare,
  blurriness: STRICTNESS * QUALITY_THRESHOLDS.blurriness,
  /** In frame widths per second. A phone that rotates by 9 degrees per second moves its picture by about as much. */
  movement: 0.15,
  /** In degrees. */
  tilt: 8,
  /** The least width of the vehicle, as a fraction of the frame. Narrower, coverage.ts rejects the photo. */
  vehicleWidth: 0.42,
  /** The least diameter of a wheel, as a fraction of the frame's side. */
  wheelSize: 0.45,
  /** A vehicle that is this close to a border may be cut off. */
  borderMargin: 0.012,
  /** The least confidence of a viewpoint for a photo. Halfway between two viewpoints it is half of that of the parts. */
  viewpointConfidence: 0.2,
} as const;
