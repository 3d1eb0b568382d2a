import type { Detection } from '../detection/detections.ts';

/**
 * Different parts besides wheels that must surely show for any of them to count. The part model learnt from whole cars;
 * on a close-up it takes most panels for a door. Of the photos it was tried on (42 whole cars, 281 photos of damage, most
 * of them close-ups) every car showed so many, and one of the others, which has a whole car behind the damaged one.
 */
const FEWEST = 3;
const SURE = 0.7;

/** Of what the part model found, what can be believed: all of it on a photo of a vehicle, wheels alone on a close-up. */
export function believedParts(findings: readonly Detection[]): readonly Detection[] {
  const isWheel = ({ type }: Detection) => type === 'wheel';
  const sure = findings.filter((finding) => !isWheel(finding) && finding.confidence >= SURE);
  const kinds = new Set(sure.map(({ type }) => type));
  return kinds.size < FEWEST ? findings.filter(isWheel) : findings;
}
