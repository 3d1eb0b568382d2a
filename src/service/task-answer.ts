import { KerbsideError } from '../errors.ts';
import { type Answer, answer } from '../spec/entities.ts';
import type { Task } from '../spec/task.ts';

export function taskAnswer(task: Task): Answer {
  return answer({ tasks: { [task.id]: task } }, task.id);
}

/** What who waited for a task is told: the task if it ended well, else `task_failed` with its reason. */
export function endedAnswer(task: Task): Answer {
  if (task.status === 'DONE' || task.status === 'VALIDATED') return taskAnswer(task);
  const reason = task.errorMessages?.at(-1)?.message ?? 'no reason was given';
  throw new KerbsideError('task_failed', `Task ${task.name} ended as ${task.status}: ${reason}`, {
    details: {
      inspectionId: task.inspectionId,
      taskName: task.name,
      errorMessages: task.errorMessages ?? [],
    },
  });
}
