import * as v from 'valibot';
import { check } from '../../src/domain/check.ts';
import { INSPECTION_TYPES, TASK_NAMES, type TaskName } from '../../src/domain/enums.ts';
import { type JsonObject, json, object, text } from '../../src/domain/fields.ts';
import { scoringSchema } from '../../src/domain/task/task.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { isObject } from '../../src/wire/key-case.ts';
import { acceptCallbacks } from './accept-callbacks.ts';
import { acceptImage } from './accept-image.ts';
import { acceptVehicle } from './accept-vehicle.ts';
import { keepFields, splitFields, taskKey } from './kept-fields.ts';
import { isKeptTask, type KeptTaskName, newKeptTask, PRICING_TASK, toSpecTaskName } from './kept-tasks.ts';

/** A new inspection in the form of the specification, and what is stored beside it. */
export interface AcceptedInspection {
  body: unknown;
  /** Tasks that the client declares as done or validated. They get this status after the inspection is created. */
  ended: { name: TaskName; status: 'DONE' | 'VALIDATED' }[];
  /** Adds what is kept to the new inspection. */
  keep(state: InspectionState, newId: () => string): InspectionState;
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

/** Accepts the tasks and fields of other clients. */
export function acceptInspection(body: unknown): AcceptedInspection {
  if (!isObject(body)) return { body, ended: [], keep: (state) => state };
  const { vehicle, tasks, images, ...fields } = body;
  const isOtherType = !INSPECTION_TYPES.some((type) => type === fields.inspection_type);
  const own = splitFields(fields, ['damage_severity', ...(isOtherType ? ['inspection_type'] : [])]);
  const keptOwn = check(keptInspection, own.picked, 'inspection');
  const acceptedVehicle = vehicle === undefined ? undefined : acceptVehicle(vehicle);
  const acceptedTasks = isObject(tasks) ? acceptTasks(tasks) : undefined;
  const acceptedImages = Array.isArray(images) ? images.map(acceptImage) : undefined;
  return {
    body: {
      ...own.rest,
      ...(acceptedVehicle && { vehicle: acceptedVehicle.body }),
      ...(tasks !== undefined && { tasks: acceptedTasks?.body ?? tasks }),
      ...(images !== undefined && { images: acceptedImages?.map((image) => image.body) ?? images }),
    },
    ended: acceptedTasks?.ended ?? [],
    keep(state, newId) {
      const { id, createdAt } = state.inspection;
      let next = keepFields(state, id, keptOwn);
      if (state.vehicle && acceptedVehicle) next = keepFields(next, state.vehicle.id, acceptedVehicle.kept);
      for (const [index, image] of state.images.entries())
        next = keepFields(next, image.id, acceptedImages?.[index]?.kept ?? {});
      for (const { name, fields } of acceptedTasks?.kept ?? [])
        next = keepFields(next, taskKey(name), fields);
      for (const { name, options } of acceptedTasks?.notRun ?? []) {
        const task = newKeptTask(name, options, { id: newId(), createdAt, inspectionId: id });
        next = keepFields(next, taskKey(name), task);
      }
      return next;
    },
  };
}

interface AcceptedTasks {
  body: JsonObject;
  ended: AcceptedInspection['ended'];
  /** Options that the service returns but does not use. */
  kept: { name: string; fields: JsonObject }[];
  notRun: { name: KeptTaskName; options: JsonObject }[];
}

function acceptTasks(tasks: JsonObject): AcceptedTasks {
  const accepted: AcceptedTasks = { body: {}, ended: [], kept: [], notRun: [] };
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
  if (isEnded && TASK_NAMES.some((one) => one === name))
    accepted.ended.push({ name: name as TaskName, status });
  accepted.body[name] = { ...same, ...(!isEnded && status !== undefined && { status }) };
  const fields = check(keptTask, { ...picked, ...scoring.picked }, `inspection.tasks.${given}`);
  accepted.kept.push({
    name,
    fields: { ...fields, ...(given === PRICING_TASK && { requested_as: PRICING_TASK }) },
  });
}
