import type { Detection } from '../detection/detections.ts';

/**
 * If fewer distinct parts besides wheels reach `TRUSTED_CONFIDENCE`, only wheels are trusted.
 *
 * The part model was trained on whole cars. On a close-up it takes most panels for a door. Tested on 42 photos of whole
 * cars and 281 photos of damage, most of them close-ups: every whole car has 3 such parts, and so does one of the
 * others, which shows a whole car behind the damaged one.
 */
const MIN_TRUSTED_PARTS = 3;
const TRUSTED_CONFIDENCE = 0.7;

/** Returns the part detections that can be trusted: all of them on a photo of a vehicle, only wheels on a close-up. */
export function filterTrustedParts(detections: readonly Detection[]): readonly Detection[] {
  const isWheel = ({ type }: Detection) => type === 'wheel';
  const confident = detections.filter(
    (detection) => !isWheel(detection) && detection.confidence >= TRUSTED_CONFIDENCE,
  );
  const types = new Set(confident.map(({ type }) => type));
  return types.size < MIN_TRUSTED_PARTS ? detections.filter(isWheel) : detections;
}
