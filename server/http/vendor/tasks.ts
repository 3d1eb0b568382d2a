import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import {
  CALLBACK_EVENTS,
  PROGRESS_STATUS_UPDATES,
  type ProgressStatusUpdate,
} from '../../../src/domain/enums.ts';
import { type JsonObject, json, object } from '../../../src/domain/fields.ts';
import type { Task } from '../../../src/domain/records/task.ts';
import { isTaskUpdateApplied } from '../../../src/domain/task/is-task-update-applied.ts';
import { decide, type Rule } from '../../../src/rules/rule.ts';
import { transitionTask } from '../../../src/rules/task-states.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import { type Call, loadVisible } from '../endpoint.ts';
import { type Accepted, getKept, keepFields, splitUnlessObject, taskKey } from './kept-fields.ts';

/** Tasks that the service stores and returns, but does not run. Clients can change their status. */
export const KEPT_TASK_NAMES = ['human_in_the_loop', 'odometer', 'warning_lights', 'dashboard_ocr'] as const;
export type KeptTaskName = (typeof KEPT_TASK_NAMES)[number];

export function isKeptTask(name: unknown): name is KeptTaskName {
  return KEPT_TASK_NAMES.some((one) => one === name);
}

/** Version 5.x calls the repair estimate `pricing`. */
export const PRICING_TASK = 'pricing';

export function toSpecTaskName(name: unknown): unknown {
  return name === PRICING_TASK ? 'repair_estimate' : name;
}

const keptTaskOptions = object({
  status: v.optional(v.picklist(PROGRESS_STATUS_UPDATES), 'NOT_STARTED'),
  callbacks: v.optional(json),
});

/** Returns the record of a task that is stored only. Headers of its callbacks are secrets, so they are not stored. */
export function newKeptTask(
  name: KeptTaskName,
  options: unknown,
  { id, createdAt, inspectionId }: { id: string; createdAt: string; inspectionId: string },
): JsonObject {
  const { status, callbacks } = check(keptTaskOptions, options, `inspection.tasks.${name}`);
  return {
    id,
    name,
    inspection_id: inspectionId,
    created_at: createdAt,
    status,
    ...(Array.isArray(callbacks) && { callbacks: callbacks.map(removeHeaders) }),
  };
}

function removeHeaders(callback: unknown): unknown {
  return isObject(callback) ? { ...callback, headers: {} } : callback;
}

/**
 * Returns callbacks in the form of the specification, with one event each. The vendor's clients name several events or none,
 * which means all; they call the field `event` too; and the values of headers may be numbers.
 */
export function acceptCallbacks(callbacks: unknown): unknown {
  if (!Array.isArray(callbacks)) return callbacks;
  return callbacks.flatMap((callback: unknown) =>
    isObject(callback) ? acceptCallback(callback) : [callback],
  );
}

function acceptCallback({ event, callback_event, callbackEvent, ...callback }: JsonObject): JsonObject[] {
  const given = callback_event ?? callbackEvent ?? event ?? CALLBACK_EVENTS;
  const { headers = {} } = callback;
  return (Array.isArray(given) ? given : [given]).map((one) => ({
    ...callback,
    headers: isObject(headers) ? toTexts(headers) : headers,
    callback_event: one,
  }));
}

function toTexts(headers: JsonObject): JsonObject {
  const toText = (value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)]));
}

/** Accepts arguments without a status, which edit a task that has not started, and arguments that are not an object. */
export function acceptTaskUpdate(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitUnlessObject(body, 'arguments');
  const isEdit = body.arguments !== undefined && rest.status === undefined;
  return { body: isEdit ? { ...rest, status: 'NOT_STARTED' } : rest, kept: picked };
}

/** Adds kept options to tasks, their other names, and the tasks that the service does not run. Ids stay as they are. */
export function toVendorTasks(tasks: readonly unknown[], state: StoredState): unknown[] {
  if (!tasks.every(isObject)) return [...tasks];
  return [...tasks.flatMap((task) => toVendorTask(task, state)), ...listKeptTasks(state)];
}

/** A repair estimate that was requested as `pricing` is listed under both names: each client knows one of them. */
export function toVendorTask(task: JsonObject, state: StoredState): JsonObject[] {
  const { requested_as, ...kept } = getKept(state, taskKey(String(task.name)));
  const same = { ...withArguments(task), ...kept };
  return requested_as === PRICING_TASK ? [same, { ...same, name: PRICING_TASK }] : [same];
}

/** Version 5.x reads `use_longshots` from the arguments. They have it if the client has set no arguments of its own. */
function withArguments(task: JsonObject): JsonObject {
  const { use_longshots } = task;
  return task.arguments || use_longshots === undefined ? task : { ...task, arguments: { use_longshots } };
}

/** Returns the task that the service does not run, if the request names one of the inspection. */
export async function findKeptTask(call: Call): Promise<JsonObject | undefined> {
  const name = call.param('task_name');
  if (!isKeptTask(name)) return undefined;
  return listKeptTasks(await loadVisible(call)).find((task) => task.name === name);
}

/** Changes the status of a task that the service does not run, if the request names one of the inspection. */
export async function updateKeptTask(call: Call): Promise<JsonObject | undefined> {
  const task = await findKeptTask(call);
  return (
    task && {
      id: await call.changes.apply(call.param('inspection_id'), changeKeptTask(task, call.body.json)),
    }
  );
}

/** Returns the tasks that are stored only, with the images that name them. */
function listKeptTasks(state: StoredState): JsonObject[] {
  return KEPT_TASK_NAMES.flatMap((name) => {
    const task = state.kept?.[taskKey(name)];
    return task ? [{ ...task, images: listImages(state, name) }] : [];
  });
}

function listImages(state: StoredState, name: KeptTaskName): JsonObject[] {
  const isNamed = (task: unknown) => (isObject(task) ? task.name : task) === name;
  return state.images.flatMap(({ id, deletedAt }) => {
    const { tasks = [] } = getKept(state, id);
    return deletedAt === undefined && (tasks as unknown[]).some(isNamed) ? [{ image_id: id }] : [];
  });
}

const keptTaskUpdate = object({
  status: v.optional(v.picklist(PROGRESS_STATUS_UPDATES)),
  arguments: v.optional(json),
});

/** Returns the rule that changes the status of a task that is stored only, in the states of every task. */
function changeKeptTask(task: JsonObject, body: unknown): Rule<string> {
  const { status, arguments: args } = check(keptTaskUpdate, body, 'task');
  const key = taskKey(String(task.name));
  return (state, { now }) => {
    const current = { ...task, ...getKept(state, key) };
    const changed = status === undefined ? {} : transition(current, status, now);
    const fields = { ...changed, ...(args !== undefined && { arguments: args }) };
    return decide(keepFields(state, key, fields), String(current.id));
  };
}

/** The states of a task do not depend on what it does. */
function transition(task: JsonObject, to: ProgressStatusUpdate, now: string): JsonObject {
  const current = task as unknown as Task;
  try {
    const { status, startedAt, doneAt } = transitionTask(current, to, 'client', now);
    return { status, ...(startedAt && { started_at: startedAt }), ...(doneAt && { done_at: doneAt }) };
  } catch (error) {
    // A client repeats an update if it did not get the response.
    if (isTaskUpdateApplied({ status: to }, current, false)) return {};
    throw error;
  }
}
