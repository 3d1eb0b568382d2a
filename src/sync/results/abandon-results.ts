import type { TaskName } from '../../domain/enums.ts';
import type { Task } from '../../domain/task/task.ts';
import { hasEnded } from '../../domain/task/task-status.ts';
import { taskUpdatedEvent } from '../../rules/images.ts';
import { decide, type Rule } from '../../rules/rule.ts';

/**
 * Stops waiting for results, because the service no longer has the inspection. Tasks without results of the device
 * become ERROR; results of the device stay.
 */
export function abandonResults(names: readonly TaskName[]): Rule<void> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const toFailed = (task: Task): Task => ({
      ...task,
      status: 'ERROR',
      errorMessages: [
        {
          id: context.newId(),
          createdAt: context.now,
          errorCode: 'not_found',
          message: 'The service no longer has this inspection, so it will not return results.',
        },
      ],
    });
    const isUnfinished = ({ name, status }: Task) => names.includes(name) && !hasEnded(status);
    const tasks = state.tasks.map((task) => (isUnfinished(task) ? toFailed(task) : task));
    return decide({ ...state, tasks }, undefined, {
      outbox: names.map((taskName) => ({ type: 'arrived', inspectionId, taskName })),
      events: state.tasks.filter(isUnfinished).map((task) => taskUpdatedEvent(task, 'ERROR')),
    });
  };
}
