import * as v from 'valibot';
import { check } from '../../src/domain/check.ts';
import { PROGRESS_STATUS_UPDATES, type ProgressStatusUpdate } from '../../src/domain/enums.ts';
import { type JsonObject, json, object } from '../../src/domain/fields.ts';
import { isTaskUpdateApplied } from '../../src/domain/task/is-task-update-applied.ts';
import type { Task } from '../../src/domain/task/task.ts';
import { decide, type Rule } from '../../src/rules/rule.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { transitionTask } from '../../src/rules/task-states.ts';
import { isObject } from '../../src/wire/key-case.ts';
import { getKept, keepFields, taskKey } from './kept-fields.ts';

/** Tasks of other clients that the service stores and returns, but does not run. Clients can change their status. */
export const KEPT_TASK_NAMES = ['human_in_the_loop', 'odometer', 'warning_lights', 'dashboard_ocr'] as const;
export type KeptTaskName = (typeof KEPT_TASK_NAMES)[number];

export function isKeptTask(name: string): name is KeptTaskName {
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

/** Returns the tasks that are stored only, with the images that name them. */
export function listKeptTasks(state: InspectionState): JsonObject[] {
  return KEPT_TASK_NAMES.flatMap((name) => {
    const task = state.kept?.[taskKey(name)];
    return task ? [{ ...task, images: listImages(state, name) }] : [];
  });
}

function listImages(state: InspectionState, name: KeptTaskName): JsonObject[] {
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
export function updateKeptTask(name: KeptTaskName, body: unknown, task: JsonObject): Rule<string> {
  const { status, arguments: args } = check(keptTaskUpdate, body, 'task');
  return (state, { now }) => {
    const current = { ...task, ...getKept(state, taskKey(name)) };
    const changed = status === undefined ? {} : transition(current, status, now);
    const fields = { ...changed, ...(args !== undefined && { arguments: args }) };
    return decide(keepFields(state, taskKey(name), fields), String(current.id));
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
