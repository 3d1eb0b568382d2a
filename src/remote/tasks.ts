import { TASK_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { TasksApi } from '../domain/api/inspection-api.ts';
import { byId, normalizedResponse } from '../domain/records/entities.ts';
import { isTaskUpdateApplied } from '../domain/task/is-task-update-applied.ts';
import { requireSuccess, taskResponse } from '../domain/task/task-outcome.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { isKerbsideError } from '../errors.ts';
import { poll, type Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';

const MAX_RETRIES = 4;
const RETRY_MS = 1_000;

export function createTasksApi(calls: RemoteCalls, sleep: Sleep): TasksApi {
  return implement(TASK_CALLS, {
    async getOne({ inspectionId, name, signal }) {
      return taskResponse(await calls.getTask(inspectionId, name, { signal }));
    },

    async getMany({ inspectionId, signal }) {
      const tasks = await calls.listTasks(inspectionId, { signal });
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    async updateOne({ inspectionId, name, task, signal }) {
      const readTask = () => calls.getTask(inspectionId, name, { signal });
      const isApplied = async () => isTaskUpdateApplied(task, await readTask(), true);
      const update = () => calls.updateTask(inspectionId, name, task, { signal });
      await retryUpdate(update, isApplied, sleep, signal);
      return taskResponse(await readTask());
    },

    async whenDone({ inspectionId, name, options: { timeoutMs }, signal }) {
      const readEnded = async (pollSignal: AbortSignal) => {
        const task = await calls.getTask(inspectionId, name, { signal: pollSignal });
        return hasEnded(task.status) ? task : undefined;
      };
      const what = `The end of task ${name}`;
      const task = await poll(readEnded, { sleep, firstMs: 1_000, maxMs: 5_000, signal, what, timeoutMs });
      return requireSuccess(task);
    },
  });
}

/**
 * Retries a task update up to 4 times: the service is known to fail it occasionally with a 5xx. A failed attempt may have
 * been applied. Then the service rejects the next one, and `isApplied` confirms that the update is done.
 */
async function retryUpdate(
  call: () => Promise<unknown>,
  isApplied: () => Promise<boolean>,
  sleep: Sleep,
  signal?: AbortSignal,
): Promise<void> {
  for (let left = MAX_RETRIES; ; left -= 1) {
    try {
      await call();
      return;
    } catch (error) {
      if (left < MAX_RETRIES && isRejected(error) && (await isApplied())) return;
      if (left === 0 || !isServerError(error)) throw error;
      await sleep(RETRY_MS, signal);
    }
  }
}

/** Our own service sends `task_transition` and `task_started`, others have no code. */
function isRejected(error: unknown): boolean {
  return isKerbsideError(error, 'task_transition', 'task_started', 'remote_refused');
}

function isServerError(error: unknown): boolean {
  return isKerbsideError(error, 'remote_unavailable') && Number(error.details.status) >= 500;
}
