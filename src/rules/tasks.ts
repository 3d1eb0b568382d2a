import type { ProgressStatus, TaskName } from '../domain/enums.ts';
import { type NormalizedResponse, normalizedResponse } from '../domain/records/entities.ts';
import type { Task, UpdateTask } from '../domain/records/task.ts';
import { hasStarted } from '../domain/task/task-status.ts';
import { KerbsideError } from '../errors.ts';
import { createOperation } from './create-operation.ts';
import { taskUpdatedEvent } from './images.ts';
import { decide, type Rule } from './rule.ts';
import { replaceRecord, requireTask } from './state.ts';
import { assessBeforeExecution } from './task-confidence.ts';
import { transitionTask } from './task-states.ts';

/** Applies a client's update: starts a task, marks it done, validates it, or edits one that has not started. */
export function updateTask(name: TaskName, input: UpdateTask): Rule<NormalizedResponse> {
  return (state, context) => {
    const task = requireTask(state, name);
    if (input.arguments) checkNotStarted(task);
    const isEdit = input.status === 'NOT_STARTED' && task.status === 'NOT_STARTED';
    const next: Task = {
      ...(isEdit ? task : transitionTask(task, input.status, 'client', context.now)),
      ...(input.arguments && { arguments: input.arguments }),
    };
    return decide(
      { ...state, tasks: replaceRecord(state.tasks, next) },
      normalizedResponse({ tasks: { [next.id]: next } }, next.id),
      {
        operations: [createOperation(context, task.inspectionId, 'task.update', { taskName: name, input })],
        events: [taskUpdatedEvent(next, next.status)],
      },
    );
  };
}

/** Applies the host's transition. It concerns only this device, so nothing is replayed. */
export function updateTaskAsHost(
  name: TaskName,
  to: Extract<ProgressStatus, 'IN_PROGRESS' | 'ERROR' | 'TODO'>,
  failure?: { message: string; errorCode?: string },
): Rule<Task> {
  return (state, context) => {
    const changed = transitionTask(requireTask(state, name), to, 'host', context.now);
    const next = to === 'IN_PROGRESS' ? { ...changed, ...assessBeforeExecution(changed, state) } : changed;
    const failed = failure && {
      ...next,
      errorMessages: [{ id: context.newId(), createdAt: context.now, ...failure }],
    };
    const task = failed ?? next;
    return decide({ ...state, tasks: replaceRecord(state.tasks, task) }, task, {
      events: [taskUpdatedEvent(task, to)],
    });
  };
}

function checkNotStarted(task: Task): void {
  if (!hasStarted(task.status)) return;
  throw new KerbsideError(
    'task_started',
    `Task ${task.name} has started (${task.status}): its arguments cannot be edited.`,
    { details: { taskName: task.name, status: task.status } },
  );
}
