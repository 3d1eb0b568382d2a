import type { Entities } from '../records/entities.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Task } from '../records/task.ts';
import { findUndamagedStatement, readConfirmations } from './confirmations.ts';
import { getVehicleSides, listImages } from './vehicle-sides.ts';

/**
 * The knowledge about the damage of a vehicle. `nothingFound`: a model found nothing, and no user has confirmed it: models miss
 * many marks. `clean`: a user looked at all eight sides, or stated that the vehicle has no damage.
 */
export const ANALYSIS_OUTCOMES = [
  'notAnalysed',
  'waiting',
  'running',
  'failed',
  'nothingFound',
  'clean',
  'damaged',
] as const;
export type AnalysisOutcome = (typeof ANALYSIS_OUTCOMES)[number];

/** The records that an outcome is derived from. `inspections.getOne` returns them. */
export type OutcomeRecords = Pick<Entities, 'damages' | 'images' | 'tasks'>;

/**
 * Returns the outcome of an inspection. What users stated counts in every state of the task: damages that they added, and
 * confirmations.
 *
 * @param inspection - The inspection.
 * @param entities - Its damages, images and tasks.
 * @returns The outcome. Say “no damage” only for `clean`.
 */
export function getAnalysisOutcome(
  inspection: Pick<Inspection, 'damages' | 'tasks' | 'images' | 'additionalData'>,
  entities: OutcomeRecords,
): AnalysisOutcome {
  if (inspection.damages.some((id) => entities.damages[id]?.deletedAt === undefined)) return 'damaged';
  if (isConfirmedUndamaged(inspection, entities)) return 'clean';
  const detection = findDamageDetection(inspection, entities);
  switch (detection?.status) {
    case undefined:
    case 'NOT_STARTED':
      return 'notAnalysed';
    case 'TODO':
      return 'waiting';
    case 'IN_PROGRESS':
    case 'IN_REVIEW':
      return 'running';
    case 'ERROR':
    case 'ABORTED':
      return 'failed';
    case 'DONE':
    case 'VALIDATED':
      if (detection.images.length === 0) return 'notAnalysed'; // ended without a photo
      return detection.reanalysis === 'pending' ? 'running' : 'nothingFound';
  }
}

export function findDamageDetection(
  { tasks }: Pick<Inspection, 'tasks'>,
  entities: Pick<Entities, 'tasks'>,
): Task | undefined {
  return tasks.map((id) => entities.tasks[id]).find((task) => task?.name === 'damage_detection');
}

/**
 * Whether the damage of an inspection is known: it has damages, or a user confirmed that it has none. What a model did not find
 * is not known.
 */
export function isDamageKnown({
  inspections = {},
  tasks = {},
  ...entities
}: Pick<Entities, 'damages' | 'images'> & Partial<Pick<Entities, 'inspections' | 'tasks'>>): boolean {
  return Object.values(inspections).every((inspection) =>
    ['clean', 'damaged'].includes(getAnalysisOutcome(inspection, { ...entities, tasks })),
  );
}

/** Whether users looked at all eight sides, or one stated that the vehicle has no damage. */
export function isConfirmedUndamaged(
  inspection: Pick<Inspection, 'images' | 'additionalData'>,
  { damages, images }: OutcomeRecords,
): boolean {
  const confirmations = readConfirmations(inspection);
  if (confirmations.length === 0) return false;
  const imageIds = listImages(inspection, { images }).map(({ id }) => id);
  return (
    findUndamagedStatement(confirmations, imageIds) !== undefined ||
    getVehicleSides(inspection, { damages, images, views: {} }).every(({ confirmation }) => confirmation)
  );
}
