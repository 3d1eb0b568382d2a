import * as v from 'valibot';
import { TASK_NAMES } from '../../domain/enums.ts';
import { entriesOf, id, list, object, text } from '../../domain/fields.ts';
import { REMOTE_KINDS } from '../../domain/outbox/delivery.ts';
import { OPERATION_KINDS } from '../../domain/outbox/operation.ts';
import {
  damageSchema,
  documentSchema,
  imageSchema,
  inspectionSchema,
  partSchema,
  records,
  severitySchema,
  sha256,
  taskSchema,
  vehicleRecordSchema,
  viewSchema,
  wheelSchema,
} from '../../domain/records/record-schemas.ts';
import { type VehicleInput, vehicleSchema } from '../../domain/records/vehicle.ts';

/**
 * One inspection as a zip file:
 *
 * - `inspection.json`: records, unsent operations, remote ids, awaited tasks
 * - `photos/<imageId>`
 * - `signature`: of `inspection.json`, by the device that exported it
 */
export const FORMAT = 'kerbside-inspection';
export const FORMAT_VERSION = 1;
export const RECORDS_FILE = 'inspection.json';
export const SIGNATURE_FILE = 'signature';
export const photoFile = (imageId: string) => `photos/${imageId}`;

/** Bytes of `inspection.json`. A large inspection has about 5 MB. */
export const MAX_RECORDS_BYTES = 64 * 1024 * 1024;

const vehicleFields = Object.keys(entriesOf(vehicleSchema)) as (keyof VehicleInput)[];

/** An inspection with all its records. What this version cannot check, it does not import: unknown fields are rejected. */
export const stateSchema = object({
  inspection: inspectionSchema,
  vehicle: v.optional(vehicleRecordSchema),
  vehicleReadings: v.optional(records(v.picklist(vehicleFields))),
  tasks: list(taskSchema, TASK_NAMES.length, 'tasks'),
  images: records(imageSchema),
  damages: records(object({ ...entriesOf(damageSchema), severityIds: v.optional(records(id)) })),
  parts: records(partSchema),
  views: records(viewSchema),
  severityResults: records(severitySchema),
  wheelAnalysis: records(wheelSchema),
  documents: records(documentSchema),
});

/** Schema of `inspection.json` without its outbox. */
export const archiveSchema = v.looseObject({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  state: stateSchema,
  photos: v.array(
    v.strictObject({
      imageId: id,
      inspectionId: id,
      type: text(),
      /** Of the photo as it was taken. */
      sha256,
      /** Of the bytes in the zip. It differs if the browser damaged the photo before the export. */
      packedSha256: sha256,
    }),
  ),
});

/** Schema of the outbox in `inspection.json`. It is only read from exports of this device. */
export const archiveOutboxSchema = v.looseObject({
  operations: v.array(
    v.looseObject({
      id,
      kind: v.picklist(OPERATION_KINDS),
      inspectionId: id,
      userId: v.string(),
      payload: v.looseObject({}),
    }),
  ),
  remoteIds: v.optional(
    v.array(
      v.strictObject({
        localId: id,
        remoteId: id,
        inspectionId: id,
        kind: v.picklist(REMOTE_KINDS),
        scale: v.exactOptional(v.number()),
      }),
    ),
    [],
  ),
  awaited: v.optional(
    v.array(v.strictObject({ inspectionId: id, taskName: v.picklist(TASK_NAMES), since: v.number() })),
    [],
  ),
});
