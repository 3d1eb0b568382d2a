import type { JsonObject } from '../../src/domain/fields.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { isObject } from '../../src/wire/key-case.ts';
import { toWireKeptVehicle } from './accept-vehicle.ts';
import { getKept, taskKey } from './kept-fields.ts';
import { listKeptTasks, PRICING_TASK } from './kept-tasks.ts';
import { toWirePricings } from './pricing.ts';

/** Adds to an inspection on the wire what the service keeps for other clients. */
export function addKeptFields(body: JsonObject, state: InspectionState | undefined): JsonObject {
  if (!state) return body;
  const pricing = toWirePricings(state);
  const addTo = (records: unknown) => mapList(records, (record) => addKeptRecord(record, state));
  return {
    ...body,
    ...getKept(state, String(body.id)),
    images: mapList(body.images, (image) => addKeptImage(image, state)),
    damages: addTo(body.damages),
    tasks: Array.isArray(body.tasks) ? addKeptTasks(body.tasks, state) : body.tasks,
    ...(isObject(body.vehicle) && {
      vehicle: { ...body.vehicle, ...toWireKeptVehicle(getKept(state, String(body.vehicle.id))) },
    }),
    ...(pricing && { pricing }),
  };
}

/** Adds the kept fields of an image. Its kept tasks follow those of the specification. */
export function addKeptImage(image: JsonObject, state: InspectionState | undefined): JsonObject {
  const { tasks: kept = [], ...fields } = getKept(state, String(image.id));
  const tasks = [...((image.tasks as unknown[] | undefined) ?? []), ...(kept as unknown[])];
  return { ...image, ...fields, tasks };
}

/**
 * Adds kept options, the tasks that the service does not run, and each task's other name. A list of ids stays as it is.
 */
export function addKeptTasks(tasks: readonly unknown[], state: InspectionState): unknown[] {
  if (!tasks.every(isObject)) return [...tasks];
  const named = tasks.flatMap((task) =>
    withOtherName({ ...task, ...getKept(state, taskKey(String(task.name))) }),
  );
  return [...named, ...listKeptTasks(state)];
}

/** A repair estimate that was requested as `pricing` is listed under both names: each client knows one of them. */
function withOtherName({ requested_as, ...task }: JsonObject): JsonObject[] {
  return requested_as === PRICING_TASK ? [task, { ...task, name: PRICING_TASK }] : [task];
}

function addKeptRecord(record: JsonObject, state: InspectionState): JsonObject {
  return { ...record, ...getKept(state, String(record.id)) };
}

function mapList(records: unknown, change: (record: JsonObject) => JsonObject): unknown {
  return Array.isArray(records)
    ? records.map((one: unknown) => (isObject(one) ? change(one) : one))
    : records;
}
