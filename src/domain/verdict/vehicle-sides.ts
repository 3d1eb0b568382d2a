import { VIEWPOINTS, type Viewpoint } from '../enums.ts';
import type { Entities } from '../records/entities.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import { type Confirmation, findConfirmation, readConfirmations } from './confirmations.ts';
import { getPhotoSide } from './photo-side.ts';

/**
 * The states of a side. `photographed`: only marks above the detection limit would have been found, or the limit is not
 * known. `nothingFound`: a model found nothing, and would have found most marks of the length of the goal.
 */
export const VEHICLE_SIDE_STATES = ['notPhotographed', 'photographed', 'nothingFound', 'damaged'] as const;
export type VehicleSideState = (typeof VEHICLE_SIDE_STATES)[number];

/** The knowledge about one of the eight sides of a vehicle. */
export interface VehicleSide {
  viewpoint: Viewpoint;
  state: VehicleSideState;
  /** Ids of the photos that show the side as a whole. */
  images: string[];
  /** Ids of the damages that these photos show. */
  damages: string[];
  /**
   * The length of a scratch, in centimetres, from which at least half of them are found everywhere on the side. Absent if it
   * is not known.
   */
  limitCm?: number;
  /** The latest confirmation of a photo of the side. Absent unless a user looked at each of them. */
  confirmation?: Confirmation;
}

/** The records that the sides are derived from. `inspections.getOne` returns them. */
export type SideRecords = Pick<Entities, 'damages' | 'images' | 'views'>;

/** From this length on, the default goal is that half of the scratches are found. */
export const DETECTION_GOAL_CM = 10;

/**
 * Returns what is known about each of the eight sides, in the order of `VIEWPOINTS`.
 *
 * @param goalCm - The length of a scratch that has to be found. Default: 10 cm.
 */
export function getVehicleSides(
  inspection: Pick<Inspection, 'images' | 'additionalData'>,
  entities: SideRecords,
  goalCm: number = DETECTION_GOAL_CM,
): VehicleSide[] {
  const all = listImages(inspection, entities);
  const confirmations = readConfirmations(inspection);
  return VIEWPOINTS.map((viewpoint): VehicleSide => {
    const images = all.filter((image) => getPhotoSide(image) === viewpoint);
    const ids = images.map(({ id }) => id);
    const damages = listDamagesOn(ids, entities);
    const limitCm = findLimit(images, all);
    const confirmation = findConfirmation(confirmations, ids);
    return {
      viewpoint,
      state: getState({ images, damages, limitCm, goalCm }),
      images: ids,
      damages,
      ...(limitCm !== undefined && { limitCm }),
      ...(confirmation && { confirmation }),
    };
  });
}

/** Returns the images of an inspection that are not deleted. */
export function listImages(
  { images }: Pick<Inspection, 'images'>,
  entities: Pick<Entities, 'images'>,
): Image[] {
  return images.flatMap((id) => entities.images[id] ?? []).filter(({ deletedAt }) => deletedAt === undefined);
}

function getState(side: {
  images: readonly Image[];
  damages: readonly string[];
  limitCm: number | undefined;
  goalCm: number;
}): VehicleSideState {
  const { images, damages, limitCm, goalCm } = side;
  if (images.length === 0) return 'notPhotographed';
  if (damages.length > 0) return 'damaged';
  return limitCm !== undefined && limitCm <= goalCm ? 'nothingFound' : 'photographed';
}

function listDamagesOn(imageIds: readonly string[], { damages, views }: SideRecords): string[] {
  const shown = Object.values(views)
    .filter(({ imageId, deletedAt }) => deletedAt === undefined && imageIds.includes(imageId))
    .map(({ damageId }) => damageId);
  return [...new Set(shown)].filter((id) => damages[id] && damages[id].deletedAt === undefined);
}

/**
 * Returns the limit at the worst place of these photos. Each part counts with the photo that shows it best, whichever that
 * is: closer photos of parts of a side make its limit smaller.
 */
export function findLimit(images: readonly Image[], all: readonly Image[]): number | undefined {
  const limits = images.map((image) => {
    const parts = listScratchLimits(image).filter(({ partType }) => partType !== undefined);
    if (parts.length === 0) return getLeast(listScratchLimits(image));
    return Math.max(
      ...parts.map(({ partType }) =>
        getLeast(all.flatMap(listScratchLimits).filter((limit) => limit.partType === partType)),
      ),
    );
  });
  const worst = Math.max(...limits);
  return Number.isFinite(worst) ? worst : undefined;
}

function listScratchLimits({ detectionLimit }: Image) {
  return detectionLimit?.limits.filter(({ damageType }) => damageType === 'scratch') ?? [];
}

function getLeast(limits: readonly { half?: number }[]): number {
  return Math.min(...limits.map(({ half }) => half ?? Number.POSITIVE_INFINITY));
}
