import * as v from 'valibot';
import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import { notNegative, object } from '../domain/fields.ts';
import { isTaskUpdateApplied } from '../domain/task/is-task-update-applied.ts';
import { taskNameSchema, updateTaskSchema } from '../domain/task/task.ts';
import { requireSuccess, taskResponse } from '../domain/task/task-outcome.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { isKerbsideError } from '../errors.ts';
import { poll, type Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toSendOptions } from './send.ts';

const MAX_RETRIES = 4;
const RETRY_MS = 1_000;
const whenDoneOptions = object({ timeoutMs: v.optional(notNegative) });

interface TasksDeps {
  calls: RemoteCalls;
  sleep: Sleep;
}

export function createTasksApi({ calls, sleep }: TasksDeps): InspectionApi['tasks'] {
  return {
    async getOne(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      return taskResponse(await calls.getTask(id, wanted, toSendOptions(options)));
    },

    async getMany(inspectionId, options) {
      const tasks = await calls.listTasks(checkId(inspectionId, 'inspectionId'), toSendOptions(options));
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    async updateOne(inspectionId, name, input, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      const { signal } = checkOptions(options);
      const body = check(updateTaskSchema, input, 'task');
      const readTask = () => calls.getTask(id, wanted, { signal });
      const isApplied = async () => isTaskUpdateApplied(body, await readTask(), true);
      await retryUpdate(() => calls.updateTask(id, wanted, body, { signal }), isApplied, sleep, signal);
      return taskResponse(await readTask());
    },

    async whenDone(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      const {
        signal,
        options: { timeoutMs },
      } = checkOptions(options, whenDoneOptions);
      const readEnded = async (pollSignal: AbortSignal) => {
        const task = await calls.getTask(id, wanted, { signal: pollSignal });
        return hasEnded(task.status) ? task : undefined;
      };
      const what = `The end of task ${wanted}`;
      const task = await poll(readEnded, { sleep, firstMs: 1_000, maxMs: 5_000, signal, what, timeoutMs });
      return requireSuccess(task);
    },
  };
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
