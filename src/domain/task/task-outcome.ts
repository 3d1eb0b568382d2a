import { ERROR_CODES, type ErrorCode, KerbsideError } from '../../errors.ts';
import { type NormalizedResponse, normalizedResponse } from '../records/entities.ts';
import type { Task, TaskError } from '../records/task.ts';

export function taskResponse(task: Task): NormalizedResponse {
  return normalizedResponse({ tasks: { [task.id]: task } }, task.id);
}

/**
 * Returns the response for a task that ended.
 *
 * @throws `task_failed` if the task is neither DONE nor VALIDATED.
 */
export function requireSuccess(task: Task): NormalizedResponse {
  if (task.status === 'DONE' || task.status === 'VALIDATED') return taskResponse(task);
  const last = task.errorMessages?.at(-1);
  const cause = last && toCause(last);
  throw new KerbsideError(
    'task_failed',
    `Task ${task.name} ended as ${task.status}: ${last?.message ?? 'no reason given'}`,
    {
      details: {
        inspectionId: task.inspectionId,
        taskName: task.name,
        errorMessages: task.errorMessages ?? [],
      },
      retryable: cause?.retryable ?? false,
      cause,
    },
  );
}

/** A task's record stores an error's code only. Errors with these codes are always retryable. */
const RETRYABLE_CODES: readonly ErrorCode[] = [
  'code_unavailable',
  'model_unavailable',
  'worker_lost',
  'timeout',
  'storage_full',
  'storage_unavailable',
];

/** Returns the error that ended the task, or undefined if its code is not one of the library's. */
function toCause({ errorCode, message }: TaskError): KerbsideError | undefined {
  const code = ERROR_CODES.find((candidate) => candidate === errorCode);
  return code && new KerbsideError(code, message, { retryable: RETRYABLE_CODES.includes(code) });
}
