import type { JsonObject } from '../domain/fields.ts';
import type { CreateInspection } from '../domain/inspection.ts';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { isObject, requestFromWire, requestToWire } from './case.ts';
import { fromWireVehicleInput, toWireVehicleInput } from './vehicle.ts';

export function toWireCreateInspection({ vehicle, ...input }: CreateInspection): JsonObject {
  const { additionalData } = input;
  return {
    ...requestToWire(input),
    ...(additionalData && { additional_data: additionalDataToWire(additionalData) }),
    ...(vehicle && { vehicle: toWireVehicleInput(vehicle) }),
  };
}

/** The keys of `tasks` are the tasks' names, which are no field names. */
export function fromWireCreateInspection(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { tasks, vehicle, ...fields } = body;
  const input = requestFromWire(fields) as JsonObject;
  const { additionalData } = input;
  return {
    ...input,
    ...(isObject(additionalData) && { additionalData: additionalDataFromWire(additionalData) }),
    ...(tasks !== undefined && { tasks: isObject(tasks) ? eachTask(tasks) : tasks }),
    ...(vehicle !== undefined && { vehicle: fromWireVehicleInput(vehicle) }),
  };
}

function eachTask(tasks: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, requestFromWire(task)]));
}

/** `PATCH /inspections/{id}`: the caller's own data, and nothing else. */
export interface UpdateInspection {
  additionalData: JsonObject;
}

export function toWireUpdateInspection({ additionalData }: UpdateInspection): JsonObject {
  return { additional_data: additionalDataToWire(additionalData) };
}
