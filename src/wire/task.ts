import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { CALLBACK_EVENTS, PROGRESS_STATUSES } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import { type Task, taskName, type UpdateTask } from '../domain/task.ts';
import { answerToWire, isObject, requestFromWire, requestToWire } from './case.ts';
import { decoded, maybe, or, time } from './read-response.ts';

export function toWireUpdateTask(input: UpdateTask): JsonObject {
  return requestToWire(input);
}

export function fromWireUpdateTask(body: unknown): unknown {
  return requestFromWire(body);
}

export function toWireTask(task: Task): JsonObject {
  return answerToWire(task);
}

/** Inside an inspection tasks are a list; alone they are an object keyed by name. */
export function toWireTasks(tasks: readonly Task[]): JsonObject {
  return Object.fromEntries(tasks.map((task) => [task.name, toWireTask(task)]));
}

const anyObject = v.custom<JsonObject>(isObject, 'an object');
const status = v.picklist(PROGRESS_STATUSES);
/** A service may answer a verdict that is not there yet with null, or with a number of its own. */
const verdict = v.fallback(maybe(v.boolean()), undefined);

const taskImage = v.object({ imageId: id, details: maybe(anyObject) });
const taskError = v.object({
  id: or(v.string(), ''),
  message: or(v.string(), ''),
  createdAt: time,
  errorCode: maybe(v.string()),
  traceId: maybe(v.string()),
});
const callback = v.object({
  url: v.string(),
  headers: or(v.custom<Record<string, string>>(isObject, 'an object'), {}),
  params: maybe(anyObject),
  callbackEvent: v.picklist(CALLBACK_EVENTS),
});

export const wireTask = v.object({
  id: maybe(id),
  name: taskName,
  status: or(status, 'NOT_STARTED'),
  createdAt: time,
  startedAt: maybe(v.string()),
  doneAt: maybe(v.string()),
  confidencePreExecution: verdict,
  confidencePreExecutionStatus: or(status, 'NOT_STARTED'),
  confidencePostExecution: verdict,
  images: or(v.array(taskImage), []),
  arguments: maybe(anyObject),
  errorMessages: maybe(v.array(taskError)),
  startsWithFirstImage: maybe(v.literal(true)),
  callbacks: maybe(v.array(callback)),
  damageScoreThreshold: maybe(finite),
  generateSubimagesParts: v.optional(v.unknown()),
  generateSubimagesDamages: v.optional(v.unknown()),
  generateVisualOutput: maybe(
    v.object({ generateParts: maybe(v.boolean()), generateDamages: maybe(v.boolean()) }),
  ),
  damageSeverity: maybe(v.object({ outputFormat: maybe(v.string()) })),
  scoring: maybe(anyObject),
  useLongshots: maybe(v.boolean()),
  usePricingMatrix: v.optional(v.unknown()),
});

/** A listing may carry nothing but a name; that and the inspection tell a task from every other. */
export function fromWireTask(task: Checked<typeof wireTask>, inspectionId: string): Task {
  return { ...task, inspectionId, id: task.id ?? `${inspectionId}:${task.name}` };
}

export function decodeTask(json: unknown, inspectionId: string): Task {
  return fromWireTask(decoded(wireTask, json, 'task'), inspectionId);
}

/** Newer services run tasks that the specification does not name; they are none of ours. */
export function isForeignTask(name: unknown): boolean {
  return typeof name === 'string' && !v.is(taskName, name);
}

/** For lists of records; what is no record with a name is left for the schema to judge. */
export function withoutForeignTasks(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks.filter((task) => !(isObject(task) && isForeignTask(task.name)));
}

export function fromWireTasks(json: unknown, inspectionId: string): Task[] {
  const listed = isObject(json) ? Object.entries(json).map(withName) : json;
  const tasks = decoded(v.array(wireTask), withoutForeignTasks(listed), 'tasks');
  return tasks.map((task) => fromWireTask(task, inspectionId));
}

function withName([name, task]: [string, unknown]): unknown {
  return isObject(task) ? { name, ...task } : task;
}
