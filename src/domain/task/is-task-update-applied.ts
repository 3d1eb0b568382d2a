import type { ProgressStatus } from '../enums.ts';
import type { Task, UpdateTask } from '../records/task.ts';
import { hasStarted } from './task-status.ts';

/**
 * Returns whether a task at the service is already as an update wants it. The service rejected the update; if this returns
 * true, it did so because an earlier request, whose response was lost, had applied it.
 *
 * The status alone shows nothing about an edit: NOT_STARTED is also the status of a task whose edit was rejected.
 *
 * @param isInDoubt - Whether an earlier request of this operation may have been applied.
 */
export function isTaskUpdateApplied(
  { status, arguments: wanted }: UpdateTask,
  task: Pick<Task, 'status' | 'arguments'>,
  isInDoubt: boolean,
): boolean {
  if (wanted === undefined) return hasReachedStatus(status, task.status);
  const hasWantedArguments = isEqualJson(wanted, task.arguments);
  if (status === 'NOT_STARTED') return hasWantedArguments;
  // Some services do not return arguments.
  const mayHaveArguments = hasWantedArguments || (task.arguments === undefined && isInDoubt);
  return mayHaveArguments && hasReachedStatus(status, task.status);
}

/** A started task may have progressed since, and a finished one may have been validated. */
function hasReachedStatus(wanted: ProgressStatus, status: ProgressStatus): boolean {
  if (wanted === 'TODO') return hasStarted(status);
  return status === wanted || (wanted === 'DONE' && status === 'VALIDATED');
}

/** Compares JSON values. The order of an object's keys does not matter: Postgres sorts them in `jsonb`. */
function isEqualJson(a: unknown, b: unknown): boolean {
  if (!isObjectOrArray(a) || !isObjectOrArray(b)) return a === b;
  const [keys, otherKeys] = [Object.keys(a), Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === otherKeys.length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqualJson(a[key], b[key]))
  );
}

function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
