import type { InspectionStatus, ProgressStatus } from '../domain/enums.ts';
import type { Task } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';

/**
 * The life of a task. Upper arrows are a client's updates, lower ones the runner's.
 *
 *                         ┌──────────────── retry ───────────────┐
 *                         ▼                                      │
 *   NOT_STARTED ──start─▶ TODO ──claim─▶ IN_PROGRESS ──fail──▶ ERROR
 *        │                 │  ◀─release──     │
 *        │                 │                  └─finish─┐
 *        └───── done ──────┴────────── done ─────────▶ DONE ──validate─▶ VALIDATED
 *
 * `done` by a client means that the work was done elsewhere: by a person, or by another machine.
 * `release` puts a task back whose runner died. The runner retries, too, what failed for want of a model. ABORTED and
 * IN_REVIEW are the remote service's own; they come in with its results and end as its word says.
 */
const CLIENT_MOVES: Partial<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  NOT_STARTED: ['TODO', 'DONE'],
  TODO: ['DONE'],
  IN_PROGRESS: ['DONE'],
  ERROR: ['TODO', 'DONE'],
  ABORTED: ['TODO', 'DONE'],
  IN_REVIEW: ['DONE', 'VALIDATED'],
  DONE: ['VALIDATED'],
};

const RUNNER_MOVES: Partial<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  TODO: ['IN_PROGRESS'],
  IN_PROGRESS: ['DONE', 'ERROR', 'TODO'],
  ERROR: ['TODO'],
};

/** From TODO on: no edit, no more images. */
export function hasStarted(status: ProgressStatus): boolean {
  return status !== 'NOT_STARTED';
}

/** Nothing rests on what it was given: it has not started, or came to no result. */
export const WITHOUT_RESULT = ['NOT_STARTED', 'ERROR', 'ABORTED'] as const satisfies ProgressStatus[];

/** Whether an update to this status has been carried out: one that was started may have gone on since. */
export function isCarriedOut(wanted: ProgressStatus | undefined, status: ProgressStatus): boolean {
  return wanted === 'TODO' ? hasStarted(status) : status === wanted;
}

export function hasEnded(status: ProgressStatus): boolean {
  return status === 'DONE' || status === 'VALIDATED' || status === 'ERROR' || status === 'ABORTED';
}

export type Mover = 'client' | 'runner';

/** The task in its new state, with the times that go with it; any move not in the drawing is refused. */
export function moved(task: Task, to: ProgressStatus, by: Mover, now: string): Task {
  const moves = by === 'client' ? CLIENT_MOVES : RUNNER_MOVES;
  if (!moves[task.status]?.includes(to)) throw badMove(task, to, moves[task.status] ?? []);
  const { doneAt: _before, errorMessages: _old, ...rest } = task;
  switch (to) {
    case 'TODO':
      return { ...rest, status: to, startedAt: task.startedAt ?? now };
    case 'DONE':
      return { ...rest, status: to, startedAt: task.startedAt ?? now, doneAt: now };
    default:
      return { ...task, status: to };
  }
}

/** How an inspection's status follows from its tasks: what runs comes first, then what failed. */
export function inspectionStatus(tasks: readonly Pick<Task, 'status'>[]): InspectionStatus {
  const statuses = tasks.map((task) => task.status);
  const any = (...wanted: ProgressStatus[]) => statuses.some((status) => wanted.includes(status));
  const all = (...wanted: ProgressStatus[]) => statuses.every((status) => wanted.includes(status));
  if (all('NOT_STARTED')) return 'NOT_STARTED';
  if (any('TODO', 'IN_PROGRESS', 'IN_REVIEW')) return 'IN_PROGRESS';
  if (any('ERROR', 'ABORTED')) return 'ERROR';
  if (all('VALIDATED')) return 'VALIDATED';
  if (all('DONE', 'VALIDATED')) return 'DONE';
  return 'IN_PROGRESS'; // some are done, others have not begun
}

function badMove(task: Task, to: ProgressStatus, allowed: readonly ProgressStatus[]): KerbsideError {
  const edited = to === 'NOT_STARTED' && hasStarted(task.status);
  const rule = edited ? ' A task that has started can not be edited or put back.' : '';
  return new KerbsideError(
    edited ? 'task_started' : 'task_transition',
    `Task ${task.name} can not go from ${task.status} to ${to}.${rule} From ${task.status} it can go to: ${allowed.join(', ') || 'nothing'}.`,
    { details: { taskName: task.name, from: task.status, to, allowed } },
  );
}
