import type { Finding } from '../findings.ts';

/**
 * Different parts besides wheels that must show for any of them to count. The part model learnt from whole cars; on a
 * close-up it takes most panels for a door. Of the photos it was tried on (42 whole cars, 63 close-ups of damage) no
 * car showed fewer, and no close-up so many.
 */
const FEWEST = 3;

/** Of what the part model found, what can be believed: all of it on a photo of a vehicle, wheels alone on a close-up. */
export function believedParts(findings: readonly Finding[]): readonly Finding[] {
  const isWheel = ({ type }: Finding) => type === 'wheel';
  const kinds = new Set(findings.filter((finding) => !isWheel(finding)).map(({ type }) => type));
  return kinds.size < FEWEST ? findings.filter(isWheel) : findings;
}
