import type { DetectionLimit } from '../../domain/records/detection-limit.ts';

/** Returns the limit for a copy of the photo that is scaled by a factor. Lengths on the vehicle stay as they are. */
export function scaleDetectionLimit<L extends DetectionLimit>(limit: L, factor: number): L {
  const { scale } = limit;
  if (!scale || factor === 1) return limit;
  const { pixelsPerCm, low, high } = scale;
  return {
    ...limit,
    scale: { ...scale, pixelsPerCm: pixelsPerCm * factor, low: low * factor, high: high * factor },
  };
}
