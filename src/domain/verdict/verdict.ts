import type { Entities } from '../records/entities.ts';
import type { Inspection } from '../records/inspection.ts';
import { type AnalysisOutcome, findDamageDetection, getAnalysisOutcome } from './analysis-outcome.ts';
import { type Confirmation, findUndamagedStatement, readConfirmations } from './confirmations.ts';
import { getPhotoSide } from './photo-side.ts';
import {
  DETECTION_GOAL_CM,
  findLimit,
  getVehicleSides,
  listImages,
  type SideRecords,
  type VehicleSide,
} from './vehicle-sides.ts';

/** The knowledge about the damage of a vehicle, and its basis. */
export interface Verdict {
  outcome: AnalysisOutcome;
  /** The number of photos that a model searched for damage. */
  photosSearched: number;
  /**
   * The length of a scratch, in centimetres, from which at least half of them are found on each searched photo. Absent if it is
   * not known for one of them.
   */
  limitCm?: number;
  /** The number of searched photos of an unknown side. Close-ups have none. */
  photosOfUnknownSide: number;
  /** True while a larger model analyzes the photos again: damages may still be found. */
  isReanalyzed: boolean;
  /** The number of sides that no photo shows as a whole. */
  sidesNotPhotographed: number;
  /** Of sides that users looked at. */
  sidesConfirmed: number;
  /** The users who looked at sides, or who stated that the vehicle has no damage: their names, or ids. */
  confirmedBy: string[];
  /** When the latest of them did. ISO 8601. */
  confirmedAt?: string;
  /** True if a user stated that the vehicle has no damage. */
  isStatedUndamaged: boolean;
}

/**
 * Returns what is known about the damage of a vehicle. App, fleet page and report say it with `describeVerdict`.
 *
 * @param inspection - The inspection.
 * @param entities - Its records.
 * @param goalCm - The length of a scratch that has to be found. Default: 10 cm.
 * @returns The verdict, and the sides that it is based on, in the order of `VIEWPOINTS`.
 */
export function getVerdict(
  inspection: Pick<Inspection, 'damages' | 'tasks' | 'images' | 'additionalData'>,
  entities: SideRecords & Pick<Entities, 'tasks'>,
  goalCm: number = DETECTION_GOAL_CM,
): Verdict & { sides: VehicleSide[] } {
  const images = listImages(inspection, entities);
  const detection = findDamageDetection(inspection, entities);
  const isDone = detection?.status === 'DONE' || detection?.status === 'VALIDATED';
  const searchedIds = new Set(isDone ? detection.images.map(({ imageId }) => imageId) : []);
  const searched = images.filter(({ id }) => searchedIds.has(id));
  const limitCm = findLimit(searched, searched);
  const sides = getVehicleSides(inspection, entities, goalCm);
  const looks = sides.flatMap(({ confirmation }) => confirmation ?? []);
  const statement = findUndamagedStatement(
    readConfirmations(inspection),
    images.map(({ id }) => id),
  );
  const confirmations = statement ? [statement] : looks;
  const confirmedAt = confirmations
    .map((one) => one.confirmedAt)
    .sort()
    .at(-1);
  return {
    outcome: getAnalysisOutcome(inspection, entities),
    photosSearched: searched.length,
    ...(limitCm !== undefined && { limitCm }),
    photosOfUnknownSide: searched.filter(
      (image) => image.imageType !== 'close_up' && getPhotoSide(image) === undefined,
    ).length,
    isReanalyzed: detection?.reanalysis === 'pending',
    sidesNotPhotographed: sides.filter(({ state }) => state === 'notPhotographed').length,
    sidesConfirmed: looks.length,
    confirmedBy: [...new Set(confirmations.map(nameUser))],
    ...(confirmedAt !== undefined && { confirmedAt }),
    isStatedUndamaged: statement !== undefined,
    sides,
  };
}

/** Returns the name of the user who confirmed, or the id if the name is not known. */
export function nameUser({ confirmedBy: { id, name } }: Confirmation): string {
  return name ?? id;
}
