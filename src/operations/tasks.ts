import * as v from 'valibot';
import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import type { TaskName } from '../domain/enums.ts';
import { notNegative, object } from '../domain/fields.ts';
import { taskName, updateTask } from '../domain/task.ts';
import { abortedError, KerbsideError } from '../errors.ts';
import { stayAwake } from '../platform/keep-process-alive.ts';
import { LONGEST_TIMER_MS } from '../platform/longest-timer.ts';
import { shown } from '../rules/read.ts';
import { taskNamed } from '../rules/state.ts';
import { endedAnswer, taskAnswer } from '../rules/task-outcome.ts';
import { hasEnded } from '../rules/task-states.ts';
import { updateTask as updateTaskRule } from '../rules/tasks.ts';
import { type Host, loadInspection } from './host.ts';

const whenDoneOptions = object({ timeoutMs: v.optional(notNegative) });

export function taskOperations(host: Host): InspectionApi['tasks'] {
  const load = async (id: string, name: TaskName, signal?: AbortSignal) =>
    taskNamed(shown(await loadInspection(host, id, signal), false), name);

  return {
    async getOne(inspectionId, name, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      return taskAnswer(await load(id, wanted, checkOptions(options).signal));
    },

    async getMany(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { tasks } = shown(await loadInspection(host, id, checkOptions(options).signal), false);
      return normalizedResponse(
        { tasks: byId(tasks) },
        tasks.map((task) => task.id),
      );
    },

    async updateOne(inspectionId, name, input, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      const rule = updateTaskRule(wanted, check(updateTask, input, 'task'));
      return host.changes.apply(id, rule, checkOptions(options).signal);
    },

    async whenDone(inspectionId, name, options) {
      const [given, wanted] = [checkId(inspectionId, 'inspectionId'), check(taskName, name, 'name')];
      const { signal, options: asked } = checkOptions(options, whenDoneOptions);
      const { id } = (await loadInspection(host, given, signal)).inspection; // events name it by its id here
      const stop = new AbortController();
      const timeout = asked.timeoutMs;
      let timedOut = false;
      const giveUp = () => {
        timedOut = true;
        stop.abort();
      };
      const timer =
        timeout === undefined ? undefined : setTimeout(giveUp, Math.min(timeout, LONGEST_TIMER_MS));
      const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      try {
        // Watch first, look second: an end between the two would be missed the other way round.
        const events = host.events.watch(id, both);
        for (let task = await load(id, wanted, both); ; task = await load(id, wanted, both)) {
          if (hasEnded(task.status)) return endedAnswer(task);
          if ((await stayAwake(events.next())).done) break;
        }
      } catch (error) {
        if (!stop.signal.aborted || signal?.aborted) throw error;
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
      if (signal?.aborted) throw abortedError(signal);
      if (!timedOut) throw new KerbsideError('closed', 'Kerbside was closed while a task was awaited.');
      throw new KerbsideError(
        'timeout',
        `Task ${wanted} was not done within ${timeout} ms; it goes on running.`,
        {
          details: { inspectionId: id, taskName: wanted, timeoutMs: timeout },
          retryable: true,
        },
      );
    },
  };
}
