import { type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import type { Task, TaskError } from '../domain/task.ts';
import { ERROR_CODES, type ErrorCode, KerbsideError } from '../errors.ts';

export function taskAnswer(task: Task): NormalizedResponse {
  return normalizedResponse({ tasks: { [task.id]: task } }, task.id);
}

/** What who waited for a task is told: the task if it ended well, else `task_failed` with its reason. */
export function endedAnswer(task: Task): NormalizedResponse {
  if (task.status === 'DONE' || task.status === 'VALIDATED') return taskAnswer(task);
  const last = task.errorMessages?.at(-1);
  const cause = last && causeOf(last);
  throw new KerbsideError(
    'task_failed',
    `Task ${task.name} ended as ${task.status}: ${last?.message ?? 'no reason was given'}`,
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

/** A task's record keeps an error's code and not whether it was retryable: these are, wherever a task meets them. */
const PASSING: readonly ErrorCode[] = [
  'model_unavailable',
  'worker_lost',
  'timeout',
  'storage_full',
  'storage_unavailable',
];

/** What ended the task, as far as its record tells; a code of the remote service's own is none of ours. */
function causeOf({ errorCode, message }: TaskError): KerbsideError | undefined {
  const code = ERROR_CODES.find((known) => known === errorCode);
  return code && new KerbsideError(code, message, { retryable: PASSING.includes(code) });
}
