import { VIEWPOINTS, type Viewpoint } from '../../../src/domain/enums.ts';
import type { Random } from '../../../test/fixtures/random.ts';

/** A photo whose side is known. */
export interface SidePhoto {
  path: string;
  side: Viewpoint;
}

/**
 * Returns walks that show one photo of each side, in the order of a person who walks once around a car, from any side, in either
 * direction. Each photo is in at least one of them: there are as many walks as the side with the most photos has. Sides without a
 * photo are absent.
 */
export function planWalks(photos: readonly SidePhoto[], random: Random): SidePhoto[][] {
  const ring = VIEWPOINTS.map((side) => photos.filter((photo) => photo.side === side));
  const count = Math.max(...ring.map(({ length }) => length));
  return Array.from({ length: count }, (_, walk) => {
    const start = Math.floor(random.next() * ring.length);
    const step = random.pick([1, ring.length - 1]);
    return ring.flatMap((_, n) => {
      const ofSide = ring[(start + n * step) % ring.length] ?? [];
      return ofSide[walk % ofSide.length] ?? [];
    });
  });
}
