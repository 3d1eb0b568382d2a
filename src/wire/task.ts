import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { CALLBACK_EVENTS, PROGRESS_STATUSES } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import { REANALYSIS_STATES, RESULT_AUTHORITIES, type Task, taskNameSchema } from '../domain/task/task.ts';
import { decodeResponse, fieldWithDefault, optionalField, time } from './decode-response.ts';
import { isObject, requestFromWire, responseToWire } from './key-case.ts';

export function fromWireUpdateTask(body: unknown): unknown {
  return requestFromWire(body);
}

export function toWireTask(task: Task): JsonObject {
  return responseToWire(task);
}

/** Converts tasks to an object by name. Inside an inspection, tasks are a list. */
export function toWireTasks(tasks: readonly Task[]): JsonObject {
  return Object.fromEntries(tasks.map((task) => [task.name, toWireTask(task)]));
}

const anyObject = v.custom<JsonObject>(isObject, 'an object');
/** Other clients store any JSON here. */
const otherObject = v.fallback(optionalField(anyObject), undefined);
/** What a newer service calls otherwise has started, and may not have ended: its results are still awaited. */
const status = v.fallback(v.picklist(PROGRESS_STATUSES), 'IN_PROGRESS');
/** A service may send null, or a number, for a result that does not exist yet. */
const optionalBoolean = v.fallback(optionalField(v.boolean()), undefined);

const taskImage = v.object({ imageId: id, details: optionalField(anyObject) });
const taskError = v.object({
  id: fieldWithDefault(v.string(), ''),
  message: fieldWithDefault(v.string(), ''),
  createdAt: time,
  errorCode: optionalField(v.string()),
  traceId: optionalField(v.string()),
});
const callback = v.object({
  url: v.string(),
  headers: fieldWithDefault(v.custom<Record<string, string>>(isObject, 'an object'), {}),
  params: optionalField(anyObject),
  callbackEvent: v.picklist(CALLBACK_EVENTS),
});

export const wireTask = v.object({
  id: optionalField(id),
  name: taskNameSchema,
  status: fieldWithDefault(status, 'NOT_STARTED'),
  createdAt: time,
  startedAt: optionalField(v.string()),
  doneAt: optionalField(v.string()),
  confidencePreExecution: optionalBoolean,
  confidencePreExecutionStatus: fieldWithDefault(status, 'NOT_STARTED'),
  confidencePostExecution: optionalBoolean,
  images: fieldWithDefault(v.array(taskImage), []),
  arguments: otherObject,
  errorMessages: optionalField(v.array(taskError)),
  startsWithFirstImage: optionalField(v.literal(true)),
  reanalysis: v.fallback(optionalField(v.picklist(REANALYSIS_STATES)), undefined),
  authority: v.fallback(optionalField(v.picklist(RESULT_AUTHORITIES)), undefined),
  callbacks: optionalField(v.array(callback)),
  damageScoreThreshold: optionalField(finite),
  generateSubimagesParts: v.optional(v.unknown()),
  generateSubimagesDamages: v.optional(v.unknown()),
  generateVisualOutput: optionalField(
    v.object({ generateParts: optionalField(v.boolean()), generateDamages: optionalField(v.boolean()) }),
  ),
  damageSeverity: optionalField(v.object({ outputFormat: optionalField(v.string()) })),
  scoring: otherObject,
  useLongshots: optionalField(v.boolean()),
  usePricingMatrix: v.optional(v.unknown()),
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
