import type { JsonObject } from '../domain/fields.ts';
import type { CreateInspection, UpdateInspection } from '../domain/records/inspection.ts';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { isObject, requestFromWire, requestToWire } from './key-case.ts';
import { fromWireVehicleInput, toWireVehicleInput } from './vehicle.ts';

export function toWireCreateInspection({ vehicle, ...input }: CreateInspection): JsonObject {
  const { additionalData } = input;
  return {
    ...requestToWire(input),
    ...(additionalData && { additional_data: additionalDataToWire(additionalData) }),
    ...(vehicle && { vehicle: toWireVehicleInput(vehicle) }),
  };
}

/** Our service merges the data into the stored data, key by key. */
export function toWireUpdateInspection({ additionalData }: UpdateInspection): JsonObject {
  return { additional_data: additionalDataToWire(additionalData) };
}

/** The keys of `tasks` are task names, so they are not renamed. */
export function fromWireCreateInspection(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { tasks, vehicle, ...fields } = body;
  const input = requestFromWire(fields) as JsonObject;
  const { additionalData } = input;
  return {
    ...input,
    ...(isObject(additionalData) && { additionalData: additionalDataFromWire(additionalData) }),
    ...(tasks !== undefined && { tasks: isObject(tasks) ? renameTaskFields(tasks) : tasks }),
    ...(vehicle !== undefined && { vehicle: fromWireVehicleInput(vehicle) }),
  };
}

function renameTaskFields(tasks: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, requestFromWire(task)]));
}
