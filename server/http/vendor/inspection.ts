import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { INSPECTION_TYPES } from '../../../src/domain/enums.ts';
import { type JsonObject, json, object, text } from '../../../src/domain/fields.ts';
import { scoringSchema, type Task } from '../../../src/domain/records/task.ts';
import { transitionTask } from '../../../src/rules/task-states.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import type { CommitChange } from '../request-store.ts';
import { toVendorDamage } from './damage.ts';
import { acceptImage, toVendorImage } from './image.ts';
import { getKept, keepFields, mapRecords, splitFields, taskKey } from './kept-fields.ts';
import { toWirePricings } from './pricing.ts';
import {
  acceptCallbacks,
  isKeptTask,
  type KeptTaskName,
  newKeptTask,
  PRICING_TASK,
  toSpecTaskName,
  toVendorTasks,
} from './tasks.ts';
import { acceptVehicle, toVendorVehicle } from './vehicle.ts';

/** A new inspection in the form of the specification, and what is stored beside it. */
export interface AcceptedInspection {
  json: unknown;
  /** Ends the tasks that the client declares as done or validated, and adds what is kept. */
  change?: CommitChange;
  /** Whether the client declares tasks as done or validated. */
  endsTasks?: boolean;
}

const keptInspection = object({
  damage_severity: v.optional(object({ output_format: v.optional(text()) })),
  inspection_type: v.optional(text()),
});
const keptTask = object({
  dampart_confidence_score: v.optional(json),
  scoring: v.optional(json),
  output_format: v.optional(text()),
  config: v.optional(text()),
  methodology: v.optional(text()),
});
const [, { entries: KEPT_TASK_OPTIONS }] = keptTask.pipe;

/**
 * Accepts the tasks and fields of the vendor's clients.
 *
 * @param newId - Returns the id of a task that the service does not run.
 */
export function acceptInspection(body: unknown, newId: () => string): AcceptedInspection {
  if (!isObject(body)) return { json: body };
  const { vehicle, tasks, images, ...fields } = body;
  const isOtherType = !INSPECTION_TYPES.some((type) => type === fields.inspection_type);
  const own = splitFields(fields, ['damage_severity', ...(isOtherType ? ['inspection_type'] : [])]);
  const keptOwn = check(keptInspection, own.picked, 'inspection');
  const acceptedVehicle = vehicle === undefined ? undefined : acceptVehicle(vehicle);
  const acceptedTasks = isObject(tasks) ? acceptTasks(tasks) : undefined;
  const acceptedImages = Array.isArray(images) ? images.map(acceptImage) : undefined;
  const { ended = new Map(), kept = [], notRun = [] } = acceptedTasks ?? {};
  return {
    json: {
      ...own.rest,
      ...(acceptedVehicle && { vehicle: acceptedVehicle.body }),
      ...(tasks !== undefined && { tasks: acceptedTasks?.body ?? tasks }),
      ...(images !== undefined && { images: acceptedImages?.map((image) => image.body) ?? images }),
    },
    endsTasks: ended.size > 0,
    change(state, before) {
      if (before) return state;
      const { id, createdAt } = state.inspection;
      let next = keepFields(endTasks(state, ended), id, keptOwn);
      if (state.vehicle && acceptedVehicle) next = keepFields(next, state.vehicle.id, acceptedVehicle.kept);
      for (const [index, image] of state.images.entries())
        next = keepFields(next, image.id, acceptedImages?.[index]?.kept ?? {});
      for (const { name, fields } of kept) next = keepFields(next, taskKey(name), fields);
      for (const { name, options } of notRun) {
        const task = newKeptTask(name, options, { id: newId(), createdAt, inspectionId: id });
        next = keepFields(next, taskKey(name), task);
      }
      return next;
    },
  };
}

interface AcceptedTasks {
  body: JsonObject;
  /** Tasks that the client declares as done or validated. */
  ended: Map<string, 'DONE' | 'VALIDATED'>;
  /** Options that the service returns but does not use. */
  kept: { name: string; fields: JsonObject }[];
  notRun: { name: KeptTaskName; options: JsonObject }[];
}

function acceptTasks(tasks: JsonObject): AcceptedTasks {
  const accepted: AcceptedTasks = { body: {}, ended: new Map(), kept: [], notRun: [] };
  for (const [name, task] of Object.entries(tasks)) {
    const options = isObject(task) ? { ...task, callbacks: acceptCallbacks(task.callbacks) } : task;
    if (isKeptTask(name) && isObject(options)) accepted.notRun.push({ name, options });
    else acceptTask(name, options, accepted);
  }
  return accepted;
}

function acceptTask(given: string, options: unknown, accepted: AcceptedTasks): void {
  const name = String(toSpecTaskName(given));
  if (!isObject(options)) {
    accepted.body[name] = options;
    return;
  }
  const { picked, rest } = splitFields(
    options,
    Object.keys(KEPT_TASK_OPTIONS).filter((option) => option !== 'scoring'),
  );
  const hasOtherScoring = rest.scoring !== undefined && !v.is(scoringSchema, rest.scoring);
  const scoring = splitFields(rest, hasOtherScoring ? ['scoring'] : []);
  const { status, ...same } = scoring.rest;
  const isEnded = status === 'DONE' || status === 'VALIDATED';
  if (isEnded) accepted.ended.set(name, status);
  accepted.body[name] = { ...same, ...(!isEnded && status !== undefined && { status }) };
  const fields = check(keptTask, { ...picked, ...scoring.picked }, `inspection.tasks.${given}`);
  accepted.kept.push({
    name,
    fields: { ...fields, ...(given === PRICING_TASK && { requested_as: PRICING_TASK }) },
  });
}

function endTasks(state: StoredState, ended: AcceptedTasks['ended']): StoredState {
  const { createdAt } = state.inspection;
  const end = (task: Task): Task => {
    const status = ended.get(task.name);
    if (!status) return task;
    const done = transitionTask(task, 'DONE', 'client', createdAt);
    return status === 'DONE' ? done : transitionTask(done, status, 'client', createdAt);
  };
  return { ...state, tasks: state.tasks.map(end) };
}

/** Adds to an inspection on the wire what the vendor's clients read besides the specification. */
export function toVendorInspection(body: JsonObject, state: StoredState | undefined): JsonObject {
  if (!state) return body;
  const pricing = toWirePricings(state);
  const { vehicle } = body;
  return {
    ...body,
    ...getKept(state, String(body.id)),
    images: mapRecords(body.images, (image) => toVendorImage(image, state)),
    damages: mapRecords(body.damages, (damage) => toVendorDamage(damage, state)),
    parts: mapRecords(body.parts, (part) => toVendorDamage(part, state)),
    tasks: Array.isArray(body.tasks) ? toVendorTasks(body.tasks, state) : body.tasks,
    ...(isObject(vehicle) && { vehicle: toVendorVehicle(vehicle, getKept(state, String(vehicle.id))) }),
    ...(pricing && { pricing }),
  };
}
