import { type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import type { ProgressStatus, TaskName } from '../domain/enums.ts';
import { operation } from '../domain/operation.ts';
import type { Task, UpdateTask } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';
import { decide, type Rule } from './decision.ts';
import { taskUpdated } from './images.ts';
import { replaced, taskNamed } from './state.ts';
import { hasStarted, moved } from './task-states.ts';

/** A client's update: starts a task, calls it done, validates it, or edits one that has not started. */
export function updateTask(name: TaskName, input: UpdateTask): Rule<NormalizedResponse> {
  return (state, context) => {
    const task = taskNamed(state, name);
    if (input.arguments) refuseEdit(task);
    const stays = input.status === 'NOT_STARTED' && task.status === 'NOT_STARTED';
    const next: Task = {
      ...(stays ? task : moved(task, input.status, 'client', context.now)),
      ...(input.arguments && { arguments: input.arguments }),
    };
    return decide(
      { ...state, tasks: replaced(state.tasks, next) },
      normalizedResponse({ tasks: { [next.id]: next } }, next.id),
      {
        operations: [operation(context, task.inspectionId, 'task.update', { taskName: name, input })],
        events: [taskUpdated(next, next.status)],
      },
    );
  };
}

/** The runner's side of the state machine. It is this device's own affair, so nothing is replayed. */
export function moveTask(
  name: TaskName,
  to: Extract<ProgressStatus, 'IN_PROGRESS' | 'ERROR' | 'TODO'>,
  failure?: { message: string; errorCode?: string },
): Rule<Task> {
  return (state, context) => {
    const next = moved(taskNamed(state, name), to, 'runner', context.now);
    const failed = failure && {
      ...next,
      errorMessages: [{ id: context.newId(), createdAt: context.now, ...failure }],
    };
    const task = failed ?? next;
    return decide({ ...state, tasks: replaced(state.tasks, task) }, task, {
      events: [taskUpdated(task, to)],
    });
  };
}

function refuseEdit(task: Task): void {
  if (!hasStarted(task.status)) return;
  throw new KerbsideError(
    'task_started',
    `Task ${task.name} has started (${task.status}): its arguments can no longer be edited.`,
    { details: { taskName: task.name, status: task.status } },
  );
}
