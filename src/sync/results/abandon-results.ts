import type { TaskName } from '../../domain/enums.ts';
import type { Task } from '../../domain/task.ts';
import { decide, type Rule } from '../../rules/decision.ts';
import { taskUpdated } from '../../rules/images.ts';
import { hasEnded } from '../../rules/task-states.ts';

/** The service no longer has the inspection: its results will never come. What the device found stays. */
export function giveUpResults(names: readonly TaskName[]): Rule<void> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const failed = (task: Task): Task => ({
      ...task,
      status: 'ERROR',
      errorMessages: [
        {
          id: context.newId(),
          createdAt: context.now,
          errorCode: 'not_found',
          message: 'The service no longer has this inspection, so its results will not come.',
        },
      ],
    });
    const isLost = ({ name, status }: Task) => names.includes(name) && !hasEnded(status);
    const tasks = state.tasks.map((task) => (isLost(task) ? failed(task) : task));
    return decide({ ...state, tasks }, undefined, {
      outbox: names.map((taskName) => ({ type: 'arrived', inspectionId, taskName })),
      events: state.tasks.filter(isLost).map((task) => taskUpdated(task, 'ERROR')),
    });
  };
}
