import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { PROGRESS_STATUSES } from '../domain/enums.ts';
import { entriesOf, id, type JsonObject } from '../domain/fields.ts';
import { taskSchema } from '../domain/records/record-schemas.ts';
import { type Task, taskNameSchema } from '../domain/records/task.ts';
import { decodeResponse } from './decode-response.ts';
import { isObject, responseToWire } from './key-case.ts';
import { fieldWithDefault, lenientEntries, optionalField } from './lenient.ts';

export function toWireTask(task: Task): JsonObject {
  return responseToWire(task);
}

/** Converts tasks to an object by name. Inside an inspection, tasks are a list. */
export function toWireTasks(tasks: readonly Task[]): JsonObject {
  return Object.fromEntries(tasks.map((task) => [task.name, toWireTask(task)]));
}

/** A status of a newer service has started, and may not have ended: its results are still awaited. */
const status = v.fallback(fieldWithDefault(v.picklist(PROGRESS_STATUSES), 'NOT_STARTED'), 'IN_PROGRESS');

const { inspectionId: _derived, ...entries } = entriesOf(taskSchema);

export const wireTask = v.object({
  ...lenientEntries(entries),
  id: optionalField(id),
  name: taskNameSchema,
  status,
  confidencePreExecutionStatus: status,
});

/**
 * A list may contain only the names of tasks: inspection and name then make a unique id. A service may return the option
 * `use_longshots` as arguments too: those are not the client's.
 */
export function fromWireTask(
  { arguments: args, ...task }: Checked<typeof wireTask>,
  inspectionId: string,
): Task {
  const { useLongshots: use_longshots } = task;
  const isOption = use_longshots !== undefined && JSON.stringify(args) === JSON.stringify({ use_longshots });
  return {
    ...task,
    ...(args && !isOption && { arguments: args }),
    inspectionId,
    id: task.id ?? `${inspectionId}:${task.name}`,
  };
}

export function decodeTask(json: unknown, inspectionId: string): Task {
  return fromWireTask(decodeResponse(wireTask, json, 'task'), inspectionId);
}

/** Returns whether a task is not in the specification. Newer services have more tasks; they are ignored. */
export function isUnknownTask(name: unknown): boolean {
  return typeof name === 'string' && !v.is(taskNameSchema, name);
}

/** Removes unknown tasks from a list. Anything else stays for the schema to check. */
export function dropUnknownTasks(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks.filter((task) => !(isObject(task) && isUnknownTask(task.name)));
}

/** The service sends tasks by name. */
export const wireTasks = v.record(v.string(), wireTask);

export function fromWireTasks(json: unknown, inspectionId: string): Task[] {
  const listed = isObject(json) ? Object.entries(json).map(addName) : json;
  const tasks = decodeResponse(v.array(wireTask), dropUnknownTasks(listed), 'tasks');
  // A service may list the OCR task under both of its names.
  const unique = new Map(tasks.map((task) => [task.name, task]));
  return [...unique.values()].map((task) => fromWireTask(task, inspectionId));
}

function addName([name, task]: [string, unknown]): unknown {
  return isObject(task) ? { name, ...task } : task;
}
