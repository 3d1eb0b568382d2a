import type { JsonObject } from '../domain/fields.ts';
import { additionalDataFromWire } from './additional-data.ts';
import { isObject, requestFromWire } from './key-case.ts';
import { fromWireVehicleInput } from './vehicle.ts';

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
