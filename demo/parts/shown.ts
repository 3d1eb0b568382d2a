import type { Damage, Entities, Image, Inspection, NormalizedResponse, View } from 'kerbside';
import { type ElementLanguage, sightTitle } from 'kerbside/elements';

/** One inspection as its pages show it. */
export interface Shown {
  inspection: Inspection;
  entities: Entities;
  isDeleted: boolean;
}

export function shownOf({ entities, result }: NormalizedResponse): Shown {
  const inspection = entities.inspections[result];
  if (!inspection) throw new Error(`The answer lacks inspection ${result}`);
  return { inspection, entities, isDeleted: inspection.deletedAt !== undefined };
}

export function imagesOf({ entities }: Shown): Image[] {
  return Object.values(entities.images).filter(({ deletedAt }) => deletedAt === undefined);
}

export function damagesOf({ entities }: Shown): Damage[] {
  return Object.values(entities.damages).filter(({ deletedAt }) => deletedAt === undefined);
}

/** Where damages that are still there are seen. */
export function viewsOf(shown: Shown, of: { imageId?: string; damageId?: string } = {}): View[] {
  const there = new Set(damagesOf(shown).map(({ id }) => id));
  return Object.values(shown.entities.views).filter(
    ({ deletedAt, imageId, damageId }) =>
      deletedAt === undefined &&
      there.has(damageId) &&
      (of.imageId === undefined || of.imageId === imageId) &&
      (of.damageId === undefined || of.damageId === damageId),
  );
}

/** What people call a photo: the sight it is of, else the name of its file. */
export function imageTitle({ name, compliances }: Image, language: ElementLanguage): string {
  const sight = compliances.coverage_360?.sight_id;
  return (sight && sightTitle(sight, language)) || name;
}

export const vehicleOf = ({ entities, inspection }: Shown) => entities.vehicles[inspection.vehicle ?? ''];
