import { bestPairs } from '../../analysis/geometry/best-pairs.ts';
import { overlap } from '../../analysis/geometry/box.ts';
import type { DamageType } from '../../domain/enums.ts';
import type { BoundingBox, View } from '../../domain/view.ts';

/** Two boxes that share less than this of what they cover show two different things. */
export const LEAST_OVERLAP = 0.3;

export type Sighting = Pick<View, 'id' | 'imageId' | 'boundingBox'>;

export interface SeenDamage {
  id: string;
  damageType: DamageType;
  sightings: readonly Sighting[];
}

/**
 * Tells which damages of two models are one and the same: of one type, and seen at one place on one image. Where they
 * were seen on several images, the image on which they agree best decides. Each has at most one counterpart.
 */
export function matchDamages<A extends SeenDamage, B extends SeenDamage>(
  ours: readonly A[],
  theirs: readonly B[],
): [A, B][] {
  const agreement = (a: A, b: B) => {
    if (a.damageType !== b.damageType) return 0;
    const scores = a.sightings.flatMap((one) => b.sightings.map((other) => sameSighting(one, other)));
    return Math.max(0, ...scores);
  };
  return bestPairs(ours, theirs, agreement, LEAST_OVERLAP);
}

/** Tells which views of one damage show the same place. */
export function matchSightings<A extends Sighting, B extends Sighting>(
  ours: readonly A[],
  theirs: readonly B[],
): [A, B][] {
  return bestPairs(ours, theirs, sameSighting, LEAST_OVERLAP);
}

function sameSighting(a: Sighting, b: Sighting): number {
  return a.imageId === b.imageId ? overlap(corners(a.boundingBox), corners(b.boundingBox)) : 0;
}

function corners({ xmin, ymin, width, height }: BoundingBox) {
  return { x0: xmin, y0: ymin, x1: xmin + width, y1: ymin + height };
}
