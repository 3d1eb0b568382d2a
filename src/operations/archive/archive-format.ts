import * as v from 'valibot';
import { TASK_NAMES } from '../../domain/enums.ts';
import { id, text } from '../../domain/fields.ts';
import { REMOTE_KINDS } from '../../domain/outbox/delivery.ts';
import { OPERATION_KINDS } from '../../domain/outbox/operation.ts';
import { sha256 } from './record-fields.ts';
import { stateSchema } from './record-schemas.ts';

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
