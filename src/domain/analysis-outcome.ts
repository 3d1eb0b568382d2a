import type { Entities } from './records/entities.ts';
import type { Inspection } from './records/inspection.ts';

/** The knowledge about the damage of a vehicle. Only `clean` means that there is none. */
export type AnalysisOutcome = 'notAnalysed' | 'waiting' | 'running' | 'failed' | 'clean' | 'damaged';

/**
 * Returns the outcome of an inspection's damage detection. Damages that a user added count as `damaged` in every state
 * of the task.
 *
 * @param inspection - The inspection.
 * @param entities - Its damages and tasks.
 * @returns The outcome. Say “no damage” only for `clean`.
 */
export function getAnalysisOutcome(
  { damages, tasks }: Pick<Inspection, 'damages' | 'tasks'>,
  entities: Pick<Entities, 'damages' | 'tasks'>,
): AnalysisOutcome {
  if (damages.some((id) => entities.damages[id]?.deletedAt === undefined)) return 'damaged';
  const detection = tasks.map((id) => entities.tasks[id]).find((task) => task?.name === 'damage_detection');
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
      return detection.images.length > 0 ? 'clean' : 'notAnalysed'; // ended without a photo
  }
}

/** Whether the damage of an inspection is known: a user added some, or its damage detection succeeded. */
export function isDamageKnown({
  inspections = {},
  damages,
  tasks = {},
}: Pick<Entities, 'damages'> & Partial<Pick<Entities, 'inspections' | 'tasks'>>): boolean {
  return Object.values(inspections).every((inspection) =>
    ['clean', 'damaged'].includes(getAnalysisOutcome(inspection, { damages, tasks })),
  );
}
