import type { Image } from '../../domain/records/image.ts';
import { areNeighbours } from '../../domain/sights/viewpoints.ts';
import type { ComparableInspection } from './located-damage.ts';
import { getPhotoViewpoint, getSightId } from './photo-viewpoint.ts';

/** A photo of the earlier and one of the later inspection that may show the same side of the vehicle. */
export interface PhotoPair {
  before: Image;
  after: Image;
}

/** Aligning a pair takes about 0.1 s on a phone. */
const MAX_PAIRS = 48;

/**
 * Lists the photos to align for a comparison: pairs of photos with damages whose viewpoints do not contradict each other,
 * and pairs of the same sight or viewpoint of which one has damages. The most promising come first. Identical files need
 * no alignment and are not listed.
 */
export function listPhotoPairs(before: ComparableInspection, after: ComparableInspection): PhotoPair[] {
  const [damagedBefore, damagedAfter] = [findDamagedImages(before), findDamagedImages(after)];
  return Object.values(after.images)
    .flatMap((later) =>
      Object.values(before.images).map((earlier) => {
        const damaged = Number(damagedBefore.has(earlier.id)) + Number(damagedAfter.has(later.id));
        return { before: earlier, after: later, damaged, likeness: rateLikeness(earlier, later) };
      }),
    )
    .filter(({ before: { sha256 }, after: later, damaged, likeness }) => {
      const isPromising = damaged === 2 ? likeness > 0 : damaged === 1 && likeness >= 2;
      return isPromising && (sha256 === undefined || sha256 !== later.sha256);
    })
    .sort((one, other) => other.likeness - one.likeness || other.damaged - one.damaged)
    .slice(0, MAX_PAIRS)
    .map(({ before: earlier, after: later }) => ({ before: earlier, after: later }));
}

/** Returns 3 for one sight, 2 for one viewpoint, 1 if the viewpoints are adjacent or unknown, 0 if they differ. */
function rateLikeness(before: Image, after: Image): number {
  const [viewpoint, other] = [getPhotoViewpoint(before), getPhotoViewpoint(after)];
  const sight = getSightId(before);
  if (sight !== undefined && sight === getSightId(after)) return 3;
  if (viewpoint === undefined || other === undefined) return 1;
  return viewpoint === other ? 2 : Number(areNeighbours(viewpoint, other));
}

function findDamagedImages({ damages, views }: ComparableInspection): Set<string> {
  const current = Object.values(views).filter(
    ({ damageId, deletedAt }) => deletedAt === undefined && damages[damageId]?.deletedAt === undefined,
  );
  return new Set(current.map(({ imageId }) => imageId));
}
