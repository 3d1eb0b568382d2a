import * as v from 'valibot';
import { REMOTE_KINDS } from '../../domain/delivery.ts';
import { DAMAGE_TYPES, PART_TYPES, PROGRESS_STATUSES, TASK_NAMES } from '../../domain/enums.ts';
import { id, jsonObject } from '../../domain/fields.ts';
import { OPERATION_KINDS } from '../../domain/operation.ts';

export const FORMAT = 'kerbside-inspection';
export const FORMAT_VERSION = 1;

const records = <Fields extends v.ObjectEntries>(fields: Fields) => v.array(v.looseObject({ id, ...fields }));

const deletable = { deletedAt: v.optional(v.string()) };

/** Schema of `inspection.json`. Fields that this version does not know are allowed. */
export const archiveRecords = v.looseObject({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  state: v.looseObject({
    inspection: v.looseObject({
      id,
      createdAt: v.string(),
      ...deletable,
      ownerId: v.string(),
      creatorId: v.string(),
      organizationId: v.optional(v.string()),
      additionalData: v.optional(jsonObject),
    }),
    vehicle: v.optional(v.looseObject({ id })),
    tasks: records({
      inspectionId: id,
      name: v.picklist(TASK_NAMES),
      status: v.picklist(PROGRESS_STATUSES),
      images: v.array(v.looseObject({ imageId: id })),
      errorMessages: v.optional(v.array(v.looseObject({ message: v.string() }))),
    }),
    images: records({
      ...deletable,
      name: v.string(),
      sha256: v.string(),
      imageWidth: v.pipe(v.number(), v.minValue(1)),
      imageHeight: v.pipe(v.number(), v.minValue(1)),
      tasks: v.array(v.looseObject({ name: v.picklist(TASK_NAMES) })),
    }),
    damages: records({
      ...deletable,
      damageType: v.picklist(DAMAGE_TYPES),
      partType: v.picklist(PART_TYPES),
    }),
    parts: records({ partType: v.picklist(PART_TYPES) }),
    views: records({
      ...deletable,
      imageId: id,
      damageId: id,
      polygons: v.array(v.array(v.array(v.number()))),
      boundingBox: v.looseObject({
        xmin: v.number(),
        ymin: v.number(),
        width: v.number(),
        height: v.number(),
      }),
    }),
    severityResults: records({ value: v.looseObject({ customSeverity: v.looseObject({}) }) }),
    wheelAnalysis: records({}),
    documents: records({}),
  }),
  photos: v.array(
    v.strictObject({
      imageId: id,
      inspectionId: id,
      type: v.string(),
      sha256: v.string(),
      packedSha256: v.string(),
    }),
  ),
});

/** Schema of the outbox in `inspection.json`. Only read from exports of this device. */
export const archiveOutbox = v.looseObject({
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
