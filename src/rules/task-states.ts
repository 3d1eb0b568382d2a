import type { ProgressStatus } from '../domain/enums.ts';
import type { Task } from '../domain/records/task.ts';
import { hasStarted } from '../domain/task/task-status.ts';
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
 * The client (`tasks.updateOne`) makes the transitions start, retry, done and validate. The host, which runs the analyzer, makes
 * claim, release, finish, fail and, if a model was missing, retry.
 *
 * `done` means that the work was done elsewhere: by a person or by another machine. `release` returns a task whose host
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

const HOST_TRANSITIONS: Partial<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  TODO: ['IN_PROGRESS'],
  IN_PROGRESS: ['DONE', 'ERROR', 'TODO'],
  ERROR: ['TODO'],
};

export type TaskActor = 'client' | 'host';

/**
 * Returns the task in its new state, with `startedAt` and `doneAt`.
 *
 * @throws `task_transition` if the diagram has no such arrow, `task_started` if a started task would be reset.
 */
export function transitionTask(task: Task, to: ProgressStatus, by: TaskActor, now: string): Task {
  const transitions = by === 'client' ? CLIENT_TRANSITIONS : HOST_TRANSITIONS;
  const allowed = transitions[task.status] ?? [];
  if (!allowed.includes(to)) throw transitionError(task, to, allowed);
  const { reanalysis, ...unchanged } = task;
  const { doneAt: _doneAt, errorMessages: _errorMessages, authority: _authority, ...rest } = unchanged;
  switch (to) {
    case 'TODO':
      return { ...rest, status: to, startedAt: task.startedAt ?? now };
    case 'DONE':
      return { ...rest, status: to, startedAt: task.startedAt ?? now, doneAt: now };
    default:
      // A task that a user validated is not analyzed again.
      return { ...unchanged, ...(reanalysis === 'done' && { reanalysis }), status: to };
  }
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
