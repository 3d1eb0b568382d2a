import type { InspectionStatus, ProgressStatus } from '../enums.ts';
import type { Task } from '../records/task.ts';

/** Returns true from TODO on. A started task accepts no edits and no more images. */
export function hasStarted(status: ProgressStatus): boolean {
  return status !== 'NOT_STARTED';
}

/** The task has no result: it has not started or it failed. Its images can be deleted. */
export const STATUSES_WITHOUT_RESULT = [
  'NOT_STARTED',
  'ERROR',
  'ABORTED',
] as const satisfies ProgressStatus[];

export function hasEnded(status: ProgressStatus): boolean {
  return status === 'DONE' || status === 'VALIDATED' || status === 'ERROR' || status === 'ABORTED';
}

/** Derives an inspection's status from its tasks: running tasks take precedence, then failed ones. */
export function deriveInspectionStatus(tasks: readonly Pick<Task, 'status'>[]): InspectionStatus {
  const statuses = tasks.map((task) => task.status);
  const any = (...wanted: ProgressStatus[]) => statuses.some((status) => wanted.includes(status));
  const all = (...wanted: ProgressStatus[]) => statuses.every((status) => wanted.includes(status));
  if (all('NOT_STARTED')) return 'NOT_STARTED';
  if (any('TODO', 'IN_PROGRESS', 'IN_REVIEW')) return 'IN_PROGRESS';
  if (any('ERROR', 'ABORTED')) return 'ERROR';
  if (all('VALIDATED')) return 'VALIDATED';
  if (all('DONE', 'VALIDATED')) return 'DONE';
  return 'IN_PROGRESS'; // some are done, others have not started
}
