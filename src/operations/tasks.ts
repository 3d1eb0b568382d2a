import { TASK_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { TasksApi } from '../domain/api/inspection-api.ts';
import type { TaskName } from '../domain/enums.ts';
import { byId, normalizedResponse } from '../domain/records/entities.ts';
import { requireSuccess, taskResponse } from '../domain/task/task-outcome.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { abortedError, KerbsideError } from '../errors.ts';
import { keepProcessAlive, MAX_TIMER_MS } from '../platform/clock.ts';
import { requireTask } from '../rules/state.ts';
import { updateTask } from '../rules/tasks.ts';
import { requireVisible } from '../rules/to-entities.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';

export function taskOperations(host: Host): TasksApi {
  const load = async (id: string, name: TaskName, signal?: AbortSignal) =>
    requireTask(requireVisible(await loadInspection(host, id, signal), false), name);

  return implement(TASK_CALLS, {
    async getOne({ inspectionId, name, signal }) {
      return taskResponse(await load(inspectionId, name, signal));
    },

    async getMany({ inspectionId, signal }) {
      const { tasks } = requireVisible(await loadInspection(host, inspectionId, signal), false);
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    updateOne: ({ inspectionId, name, task, signal }) =>
      host.changes.apply(inspectionId, updateTask(name, task), signal),

    async whenDone({ inspectionId, name, options: { timeoutMs }, signal }) {
      const { id } = (await loadInspection(host, inspectionId, signal)).inspection; // events carry the local id
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
        for (let task = await load(id, name, both); ; task = await load(id, name, both)) {
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
        `Task ${name} was not done within ${timeoutMs} ms. It continues to run.`,
        {
          details: { inspectionId: id, taskName: name, timeoutMs },
          retryable: true,
        },
      );
    },
  });
}
