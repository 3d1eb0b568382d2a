import type { ProgressStatus } from '../domain/enums.ts';
import type { JsonObject } from '../domain/fields.ts';
import type { CreateDamage } from '../domain/records/damage.ts';
import type { CreateImage } from '../domain/records/image.ts';
import type { CreateInspection, PdfInputData, UpdateInspection } from '../domain/records/inspection.ts';
import type { CreateSeverity, UpdateSeverity } from '../domain/records/severity.ts';
import type { UpdateTask } from '../domain/records/task.ts';
import type { VehicleInput } from '../domain/records/vehicle.ts';
import type { CreateView } from '../domain/records/view.ts';
import { additionalDataToWire } from './additional-data.ts';
import { requestToWire } from './key-case.ts';
import type { PdfRequest } from './pdf.ts';

/**
 * The bodies of requests, as a client sends them. They are apart from the schemas of responses: an app that only sends does not
 * load those. The service reads the bodies with the `fromWire…` functions of each resource.
 */

export function toWireCreateInspection({ vehicle, ...input }: CreateInspection): JsonObject {
  const { additionalData } = input;
  return {
    ...requestToWire(input),
    ...(additionalData && { additional_data: additionalDataToWire(additionalData) }),
    ...(vehicle && { vehicle: toWireVehicleInput(vehicle) }),
  };
}

/** Body of `PATCH /inspections/{id}`. Our service merges the data into the stored data, key by key. */
export function toWireUpdateInspection({ additionalData }: UpdateInspection): JsonObject {
  return { additional_data: additionalDataToWire(additionalData) };
}

/** `series` is `serie` on the wire. Amounts are sent as `{ value, unit }` and received as two fields. */
export function toWireVehicleInput({ series, ...input }: VehicleInput): JsonObject {
  return requestToWire({ ...input, serie: series });
}

export function toWireUpdateTask(input: UpdateTask): JsonObject {
  return requestToWire(input);
}

export function toWireCreateImage(input: CreateImage): JsonObject {
  return requestToWire(input);
}

/** @param statuses - The states that the tasks of the image may be in. By default, an image with results stays. */
export function toWireDeleteImage(statuses: readonly ProgressStatus[] = ['NOT_STARTED']): JsonObject {
  return requestToWire({ authorizedTasksStatuses: statuses });
}

export function toWireCreateDamage(input: CreateDamage): JsonObject {
  return requestToWire(input);
}

export function toWireCreateView(input: CreateView): JsonObject {
  return requestToWire(input);
}

export function toWireSeverityInput(input: CreateSeverity | UpdateSeverity): JsonObject {
  return requestToWire(input);
}

export function toWirePdfData(input: PdfInputData): JsonObject {
  return requestToWire(input);
}

export function toWirePdfRequest(input: PdfRequest): JsonObject {
  return requestToWire(input);
}
