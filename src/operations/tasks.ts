import * as v from 'valibot';
import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import type { TaskName } from '../domain/enums.ts';
import { notNegative, object } from '../domain/fields.ts';
import { taskNameSchema, updateTaskSchema } from '../domain/task/task.ts';
import { requireSuccess, taskResponse } from '../domain/task/task-outcome.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { abortedError, KerbsideError } from '../errors.ts';
import { keepProcessAlive, MAX_TIMER_MS } from '../platform/clock.ts';
import { requireTask } from '../rules/state.ts';
import { updateTask as updateTaskRule } from '../rules/tasks.ts';
import { requireVisible } from '../rules/to-entities.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';

const whenDoneOptions = object({ timeoutMs: v.optional(notNegative) });

export function taskOperations(host: Host): InspectionApi['tasks'] {
  const load = async (id: string, name: TaskName, signal?: AbortSignal) =>
    requireTask(requireVisible(await loadInspection(host, id, signal), false), name);

  return {
    async getOne(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      return taskResponse(await load(id, wanted, checkOptions(options).signal));
    },

    async getMany(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { tasks } = requireVisible(await loadInspection(host, id, checkOptions(options).signal), false);
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    async updateOne(inspectionId, name, input, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      const rule = updateTaskRule(wanted, check(updateTaskSchema, input, 'task'));
      return host.changes.apply(id, rule, checkOptions(options).signal);
    },

    async whenDone(inspectionId, name, options) {
      const [anyId, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskNameSchema, name, 'name')];
      const {
        signal,
        options: { timeoutMs },
      } = checkOptions(options, whenDoneOptions);
      const { id } = (await loadInspection(host, anyId, signal)).inspection; // events carry the local id
      const stop = new AbortController();
      let hasTimedOut = false;
      const onTimeout = () => {
        hasTimedOut = true;
        stop.abort();
      };
      const timer =
        timeoutMs === undefined ? undefined : setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS));
      const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      try {
        // Watch before the first load: otherwise the task could end between the two, unnoticed.
        const events = host.events.watch(id, both);
        for (let task = await load(id, wanted, both); ; task = await load(id, wanted, both)) {
          if (hasEnded(task.status)) return requireSuccess(task);
          if ((await keepProcessAlive(events.next())).done) break;
        }
      } catch (error) {
        if (!stop.signal.aborted || signal?.aborted) throw error;
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
      if (signal?.aborted) throw abortedError(signal);
      if (!hasTimedOut) throw new KerbsideError('closed', 'Kerbside was closed while waiting for a task.');
      throw new KerbsideError(
        'timeout',
        `Task ${wanted} was not done within ${timeoutMs} ms. It continues to run.`,
        {
          details: { inspectionId: id, taskName: wanted, timeoutMs },
          retryable: true,
        },
      );
    },
  };
}
