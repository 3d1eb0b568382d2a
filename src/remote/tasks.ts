import * as v from 'valibot';
import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import { notNegative, object } from '../domain/fields.ts';
import { taskName, updateTask } from '../domain/task.ts';
import { isKerbsideError } from '../errors.ts';
import { endedAnswer, taskAnswer } from '../rules/task-outcome.ts';
import { hasEnded, isCarriedOut } from '../rules/task-states.ts';
import type { RemoteCalls } from './calls.ts';
import { poll, type Sleep } from './poll.ts';
import { sendOptions } from './send-options.ts';

const MORE_TRIES = 4;
const RETRY_MS = 1_000;
const whenDoneOptions = object({ timeoutMs: v.optional(notNegative) });

export interface RemoteTasksDeps {
  calls: RemoteCalls;
  sleep: Sleep;
}

export function remoteTasks({ calls, sleep }: RemoteTasksDeps): InspectionApi['tasks'] {
  return {
    async getOne(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      return taskAnswer(await calls.getTask(id, wanted, sendOptions(options)));
    },

    async getMany(inspectionId, options) {
      const tasks = await calls.listTasks(checkId(inspectionId, 'inspectionId'), sendOptions(options));
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    async updateOne(inspectionId, name, input, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      const { signal } = checkOptions(options);
      const body = check(updateTask, input, 'task');
      const look = () => calls.getTask(id, wanted, { signal });
      const isDone = async () => isCarriedOut(body.status, (await look()).status);
      await persistently(() => calls.updateTask(id, wanted, body, { signal }), isDone, sleep, signal);
      return taskAnswer(await look());
    },

    async whenDone(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      const { signal, options: asked } = checkOptions(options, whenDoneOptions);
      const look = async (until: AbortSignal) => {
        const task = await calls.getTask(id, wanted, { signal: until });
        return hasEnded(task.status) ? task : undefined;
      };
      const what = `The end of task ${wanted}`;
      const task = await poll(look, { sleep, firstMs: 1_000, longestMs: 5_000, signal, what, ...asked });
      return endedAnswer(task);
    },
  };
}

/**
 * This one call is known to fail now and then on the service's side: it is tried four more times. One that failed may
 * have been carried out all the same; then the next is refused, and all is well (`isDone`).
 */
async function persistently(
  call: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
  sleep: Sleep,
  signal?: AbortSignal,
): Promise<void> {
  for (let left = MORE_TRIES; ; left -= 1) {
    try {
      await call();
      return;
    } catch (error) {
      if (left < MORE_TRIES && isRefused(error) && (await isDone())) return;
      if (left === 0 || !isServerError(error)) throw error;
      await sleep(RETRY_MS, signal);
    }
  }
}

/** Our own service says why, others only that. */
function isRefused(error: unknown): boolean {
  return isKerbsideError(error, 'task_transition', 'remote_refused');
}

function isServerError(error: unknown): boolean {
  return isKerbsideError(error, 'remote_unavailable') && Number(error.details.status) >= 500;
}
