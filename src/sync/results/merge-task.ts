import type { Task } from '../../domain/task.ts';

/** The task as the service ended it. A person's VALIDATED is the last word and stays. */
export function mergeTask(ours: Task, theirs: Task): Task {
  if (ours.status === 'VALIDATED') return ours;
  const { doneAt: _before, errorMessages: _old, ...rest } = ours;
  const { status, doneAt, errorMessages, confidencePostExecution } = theirs;
  return {
    ...rest,
    status,
    ...(doneAt !== undefined && { doneAt }),
    ...(errorMessages !== undefined && errorMessages.length > 0 && { errorMessages }),
    ...(confidencePostExecution !== undefined && { confidencePostExecution }),
  };
}
