import { counterpartOf, isSideWithout } from '../../analysis/compare/earlier-photo.ts';
import type { Damage } from '../../domain/damage.ts';
import type { Image } from '../../domain/image.ts';
import type { View } from '../../domain/view.ts';
import type { Section } from './section.ts';

/** One place of a vehicle, as two inspections photographed it. */
export interface PhotoPair {
  before: Image;
  after: Image;
}

/** The photos that show something new, each with its counterpart where the earlier inspection has one. */
export function photoPairs(
  added: readonly Damage[],
  views: readonly View[],
  images: readonly Image[],
  earlier: readonly Image[],
): PhotoPair[] {
  return photosOf(added, views, images).flatMap((image) => {
    const counterpart = counterpartOf(image, earlier);
    return counterpart ? [{ before: counterpart, after: image }] : [];
  });
}

/**
 * What the photos of the earlier inspection say of a damage that it does not have. Where they show the place, that is
 * stronger than where there are none of that side; often nobody can tell.
 */
export const EVIDENCE = ['shown', 'sideWithout', 'unclear'] as const;
export type Evidence = (typeof EVIDENCE)[number];

export function evidenceOn(damage: Damage, { entities, images, since }: Section): Evidence {
  const seenOn = photosOf([damage], Object.values(entities.views), images);
  if (seenOn.some(({ id }) => since?.pairs.some(({ after }) => after.id === id))) return 'shown';
  const earlier = since?.before?.images ?? [];
  const isWithout = seenOn.length > 0 && seenOn.every((image) => isSideWithout(image, earlier));
  return isWithout ? 'sideWithout' : 'unclear';
}

function photosOf(damages: readonly Damage[], views: readonly View[], images: readonly Image[]): Image[] {
  const ids = new Set(damages.map(({ id }) => id));
  const on = new Set(views.filter(({ damageId }) => ids.has(damageId)).map(({ imageId }) => imageId));
  return images.filter(({ id }) => on.has(id));
}
