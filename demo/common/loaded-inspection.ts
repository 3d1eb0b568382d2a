import { type Damage, getRecord, type Image, type NormalizedResponse, type View } from 'kerbside';
import { type ElementLanguage, namesIn, sightTitle } from 'kerbside/elements';
import type { LiveInspection } from 'kerbside/live';
import { getPlace } from './place.ts';

/** An inspection with its records: of this device, or of the service. */
export type LoadedInspection = LiveInspection;

export function toLoadedInspection(response: NormalizedResponse): LoadedInspection {
  return { inspection: getRecord(response, 'inspections'), entities: response.entities };
}

export const isDeleted = ({ inspection }: LoadedInspection) => inspection.deletedAt !== undefined;

export function listImages({ entities }: LoadedInspection): Image[] {
  return Object.values(entities.images).filter(({ deletedAt }) => deletedAt === undefined);
}

export function listDamages({ entities }: LoadedInspection): Damage[] {
  return Object.values(entities.damages).filter(({ deletedAt }) => deletedAt === undefined);
}

/** Returns the views of damages that are not deleted. */
export function listViews(
  loaded: LoadedInspection,
  filter: { imageId?: string; damageId?: string } = {},
): View[] {
  const damageIds = new Set(listDamages(loaded).map(({ id }) => id));
  return Object.values(loaded.entities.views).filter(
    ({ deletedAt, imageId, damageId }) =>
      deletedAt === undefined &&
      damageIds.has(damageId) &&
      (filter.imageId === undefined || filter.imageId === imageId) &&
      (filter.damageId === undefined || filter.damageId === damageId),
  );
}

/** Returns what a photo shows: its sight, its part, or the side that a model recognized; else its file name. */
export function getImageTitle(image: Image, language: ElementLanguage): string {
  const { name, compliances, viewpoint } = image;
  const part = getPlace(image);
  const titles = [
    sightTitle(compliances.coverage_360?.sight_id ?? '', language),
    part && namesIn(language).part(part),
    viewpoint && sightTitle(viewpoint.prediction, language),
  ];
  return titles.find(Boolean) || name;
}

export const getVehicle = ({ entities, inspection }: LoadedInspection) =>
  entities.vehicles[inspection.vehicle ?? ''];
