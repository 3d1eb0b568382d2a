import type { InspectionStatus, ProgressStatus } from '../domain/enums.ts';
import type { Task } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';

/**
 * The states of a task.
 *
 *                         ┌──────────────── retry ───────────────┐
 *                         ▼                                      │
 *   NOT_STARTED ──start─▶ TODO ──claim─▶ IN_PROGRESS ──fail──▶ ERROR
 *        │                 │  ◀─release──     │
 *        │                 │                  └─finish─┐
 *        └───── done ──────┴────────── done ─────────▶ DONE ──validate─▶ VALIDATED
 *
 * The client (`tasks.updateOne`) makes the transitions start, retry, done and validate. The runner makes claim, release,
 * finish, fail and, if a model was missing, retry.
 *
 * `done` means that the work was done elsewhere: by a person or by another machine. `release` returns a task whose runner
 * ended. Only the remote service sets ABORTED and IN_REVIEW: they arrive with its results, and it also ends them.
 */
const CLIENT_TRANSITIONS: Partial<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  NOT_STARTED: ['TODO', 'DONE'],
  TODO: ['DONE'],
  IN_PROGRESS: ['DONE'],
  ERROR: ['TODO', 'DONE'],
  ABORTED: ['TODO', 'DONE'],
  IN_REVIEW: ['DONE', 'VALIDATED'],
  DONE: ['VALIDATED'],
};

const RUNNER_TRANSITIONS: Partial<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  TODO: ['IN_PROGRESS'],
  IN_PROGRESS: ['DONE', 'ERROR', 'TODO'],
  ERROR: ['TODO'],
};

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

/** Returns true if an update to this status has been applied. A started task may have progressed since. */
export function hasReachedStatus(wanted: ProgressStatus | undefined, status: ProgressStatus): boolean {
  return wanted === 'TODO' ? hasStarted(status) : status === wanted;
}

export function hasEnded(status: ProgressStatus): boolean {
  return status === 'DONE' || status === 'VALIDATED' || status === 'ERROR' || status === 'ABORTED';
}

export type TaskActor = 'client' | 'runner';

/**
 * Returns the task in its new state, with `startedAt` and `doneAt`.
 *
 * @throws `task_transition` if the diagram has no such arrow, `task_started` if a started task would be reset.
 */
export function transitionTask(task: Task, to: ProgressStatus, by: TaskActor, now: string): Task {
  const transitions = by === 'client' ? CLIENT_TRANSITIONS : RUNNER_TRANSITIONS;
  const allowed = transitions[task.status] ?? [];
  if (!allowed.includes(to)) throw transitionError(task, to, allowed);
  const { doneAt: _doneAt, errorMessages: _errorMessages, ...rest } = task;
  switch (to) {
    case 'TODO':
      return { ...rest, status: to, startedAt: task.startedAt ?? now };
    case 'DONE':
      return { ...rest, status: to, startedAt: task.startedAt ?? now, doneAt: now };
    default:
      return { ...task, status: to };
  }
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

function transitionError(task: Task, to: ProgressStatus, allowed: readonly ProgressStatus[]): KerbsideError {
  const isReset = to === 'NOT_STARTED' && hasStarted(task.status);
  const reason = isReset ? ' A started task cannot be edited or reset.' : '';
  return new KerbsideError(
    isReset ? 'task_started' : 'task_transition',
    `Task ${task.name} cannot change from ${task.status} to ${to}.${reason} Allowed from ${task.status}: ${allowed.join(', ') || 'none'}.`,
    { details: { taskName: task.name, from: task.status, to, allowed } },
  );
}
