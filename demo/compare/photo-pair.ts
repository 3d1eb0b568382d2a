import type { Entities, Homography, Image, View } from 'kerbside';
import type { Comparison, ReviewedDamage } from 'kerbside/compare';
import type { ThumbnailSource } from '../common/thumbnails.ts';
import type { SliderPhoto } from './photo-slider.ts';

interface PhotoPair {
  earlier: SliderPhoto;
  later: SliderPhoto;
  mapping: Homography | undefined;
  isAligned: boolean;
  /** Where the line shows the damage, 0 to 100: on its left if it is on the later photo, else on its right. */
  start: number;
}

/** Between the line and the damage, in percent of the photo. */
const MARGIN = 3;

/**
 * Finds the earlier and the later photo that show a damage: of an aligned or identical pair if there is one.
 *
 * @returns Undefined if one of the inspections has no photo, `waiting` while the photos are loaded.
 */
export function findPhotoPair(
  { entities, earlierEntities, alignments }: Comparison,
  { before, after }: ReviewedDamage,
  thumbnails: ThumbnailSource,
  titles: { earlier: string; later: string },
): PhotoPair | { waiting: true } | undefined {
  const [thenPhotos, nowPhotos] = [
    listPhotosOf(earlierEntities, before?.id),
    listPhotosOf(entities, after?.id),
  ];
  const pairs = thenPhotos.flatMap((earlier) =>
    nowPhotos.map((later) => {
      const alignment = alignments.find(
        ({ beforeImageId, afterImageId }) => beforeImageId === earlier.id && afterImageId === later.id,
      );
      const isAligned = alignment !== undefined || earlier.sha256 === later.sha256;
      return { earlier, later, mapping: alignment?.mapping, isAligned };
    }),
  );
  const best =
    pairs.find(({ isAligned }) => isAligned) ??
    pairs.find(({ earlier, later }) => haveSameSight(earlier, later)) ??
    pairs[0];
  if (!best) return undefined;
  const { mapping, isAligned } = best;
  const [one, other] = [thumbnails.get(best.earlier.id), thumbnails.get(best.later.id)];
  if (!one || !other) return { waiting: true };
  if (!('photo' in one) || !('photo' in other)) return undefined;
  const viewsOf = ({ views }: Entities, { id }: Image, damageId: string | undefined): View[] =>
    Object.values(views).filter((view) => view.imageId === id && view.damageId === damageId);
  const earlierViews = viewsOf(earlierEntities, best.earlier, before?.id);
  const laterViews = viewsOf(entities, best.later, after?.id);
  return {
    earlier: { image: best.earlier, photo: one.photo, views: earlierViews, title: titles.earlier },
    later: { image: best.later, photo: other.photo, views: laterViews, title: titles.later },
    mapping,
    isAligned,
    start: findStart(best.later, laterViews[0]) ?? findStart(best.earlier, earlierViews[0], true) ?? 50,
  };
}

function findStart({ imageWidth }: Image, view: View | undefined, isOnRight = false): number | undefined {
  if (!view) return undefined;
  const { xmin, width } = view.boundingBox;
  const percent = ((isOnRight ? xmin + width : xmin) / imageWidth) * 100;
  return Math.min(Math.max(percent + (isOnRight ? MARGIN : -MARGIN), MARGIN), 100 - MARGIN);
}

/** Whether photos of both inspections show a damage, or where it would be. */
export function hasPhotoPair(
  { entities, earlierEntities }: Comparison,
  { before, after }: ReviewedDamage,
): boolean {
  return listPhotosOf(earlierEntities, before?.id).length > 0 && listPhotosOf(entities, after?.id).length > 0;
}

/** Returns the photos that show a damage, or all photos if there is none. */
function listPhotosOf({ images, views }: Entities, damageId: string | undefined): Image[] {
  const all = Object.values(images).filter(({ deletedAt }) => deletedAt === undefined);
  if (damageId === undefined) return all;
  const shown = new Set(
    Object.values(views).flatMap((view) => (view.damageId === damageId ? [view.imageId] : [])),
  );
  return all.filter(({ id }) => shown.has(id));
}

function haveSameSight(one: Image, other: Image): boolean {
  const sight = one.compliances.coverage_360?.sight_id;
  return sight !== undefined && sight === other.compliances.coverage_360?.sight_id;
}
