import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate';
import * as v from 'valibot';
import { check } from '../domain/check.ts';
import { type Delivery, type OutboxChange, REMOTE_KINDS } from '../domain/delivery.ts';
import { DAMAGE_TYPES, PART_TYPES, PROGRESS_STATUSES, TASK_NAMES } from '../domain/enums.ts';
import { id, jsonObject } from '../domain/fields.ts';
import { LIMITS } from '../domain/limits.ts';
import { OPERATION_KINDS, type Operation } from '../domain/operation.ts';
import { KerbsideError } from '../errors.ts';
import type { StoredPhoto } from '../rules/decision.ts';
import type { InspectionState } from '../rules/state.ts';
import type { InspectionOutbox } from '../store/outbox-store.ts';

/**
 * One inspection in one file: `inspection.json` (records, operations not yet sent, remote ids, tasks whose results are
 * awaited) and `photos/<imageId>`.
 * It takes a person's work from a device that can not send it to one that can.
 */
export interface Archive {
  state: InspectionState;
  /** Each may have been sent from the other device: none is sent from here before a look at the service. */
  operations: (Operation & { delivery: Delivery })[];
  photos: StoredPhoto[];
  outbox: OutboxChange[];
}

interface PackedPhoto extends Omit<StoredPhoto, 'bytes'> {
  packedSha256: string;
}

/** What an import takes, less room for the records. */
const MOST_PHOTO_BYTES = LIMITS.archiveBytes - 64 * 1024 * 1024;

const FORMAT = 'kerbside-inspection';
const FORMAT_VERSION = 1;
const RECORDS = 'inspection.json';
const photoPath = (imageId: string) => `photos/${imageId}`;

/**
 * Photos are compressed already, so they are only strung together; one is read at a time. A photo that the browser
 * damaged or lost does not keep the rest from being saved: `packedSha256` says what is in the file, `sha256` what it
 * should have been.
 */
export async function packArchive(
  state: InspectionState,
  { operations, ...known }: Pick<InspectionOutbox, 'operations'> & Partial<InspectionOutbox>,
  photoOf: (imageId: string) => Promise<StoredPhoto | undefined>,
  sha256: (bytes: ArrayBuffer) => Promise<string>,
): Promise<Blob> {
  const chunks: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const add = (path: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(bytes, true);
  };
  const photos: PackedPhoto[] = [];
  let size = 0;
  for (const image of state.images) {
    const photo = await photoOf(image.id);
    if (!photo) continue;
    size += photo.bytes.byteLength;
    if (size > MOST_PHOTO_BYTES) throw tooLarge(state.inspection.id);
    const { bytes, ...facts } = photo;
    photos.push({ ...facts, packedSha256: await sha256(bytes) });
    add(photoPath(image.id), new Uint8Array(bytes));
  }
  const unsent = operations.map(({ sequence: _sequence, delivery: _delivery, ...operation }) => operation);
  const packed = { format: FORMAT, version: FORMAT_VERSION, state, operations: unsent, photos, ...known };
  add(RECORDS, strToU8(JSON.stringify(packed)));
  zip.end();
  return new Blob(chunks, { type: 'application/zip' });
}

/** Reads an archive and believes nothing: shape, ids and hashes are checked before anything is stored. */
export async function unpackArchive(
  zip: Uint8Array,
  sha256: (bytes: ArrayBuffer) => Promise<string>,
): Promise<Archive> {
  const files = unzipped(zip);
  const records = files[RECORDS];
  if (!records) throw badArchive(`it holds no ${RECORDS}`);
  const { state, operations, photos, remoteIds, awaited } = check(archiveRecords, parsed(records), 'zip');
  const inspectionId = state.inspection.id;
  const stored: StoredPhoto[] = [];
  for (const { packedSha256, ...photo } of photos) {
    const file = files[photoPath(photo.imageId)];
    if (!file) throw badArchive(`the photo of image ${photo.imageId} is missing`);
    const bytes = new Uint8Array(file).buffer;
    if ((await sha256(bytes)) !== packedSha256)
      throw badArchive(`the photo of image ${photo.imageId} was altered`);
    stored.push({ ...photo, inspectionId, bytes });
  }
  const stranger = photos.find((photo) => !state.images.some((image) => image.id === photo.imageId));
  if (stranger) throw badArchive(`it has a photo of image ${stranger.imageId}, which is not in it`);
  const parts = [...operations, ...state.tasks, ...remoteIds, ...awaited];
  if (parts.some((one) => one.inspectionId !== inspectionId)) {
    throw badArchive('a task, an operation or a remote id belongs to another inspection');
  }
  if (remoteIds.some(({ kind, localId }) => kind === 'inspection' && localId !== inspectionId)) {
    throw badArchive('it gives another inspection a remote id');
  }
  for (const [what, names] of [
    ['image', state.images.map((image) => image.id)],
    ['task', state.tasks.map(({ name }) => name)],
  ] as const) {
    if (new Set<string>(names).size < names.length) throw badArchive(`it has the same ${what} twice`);
  }
  // What the schema leaves loose are fields this version does not know; they are kept as they came.
  return {
    state: state as unknown as InspectionState,
    operations: (operations as unknown as Operation[]).map((one) => ({ ...one, delivery: MAYBE_SENT })),
    photos: stored,
    outbox: [
      ...remoteIds.map((remoteId) => ({ type: 'map', remoteId }) as const),
      ...awaited.map((task) => ({ type: 'await', task }) as const),
    ],
  };
}

const MAYBE_SENT: Delivery = { state: 'queued', attempts: 0, unanswered: true };

const records = <Fields extends v.ObjectEntries>(fields: Fields) => v.array(v.looseObject({ id, ...fields }));

const deletable = { deletedAt: v.optional(v.string()) };

const archiveRecords = v.looseObject({
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
  operations: v.array(
    v.looseObject({
      id,
      kind: v.picklist(OPERATION_KINDS),
      inspectionId: id,
      userId: v.string(),
      payload: v.looseObject({}),
    }),
  ),
  photos: v.array(
    v.strictObject({
      imageId: id,
      inspectionId: id,
      type: v.string(),
      sha256: v.string(),
      packedSha256: v.string(),
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

/** Sizes are known before anything is unpacked, so a file made to burst is refused while it is small. */
function unzipped(zip: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(zip, {
      filter: ({ name, size, originalSize }) => {
        if (name !== RECORDS && !name.startsWith(photoPath(''))) return false;
        total += Math.max(size, originalSize); // what is stored, not compressed, is copied by the one
        if (total > LIMITS.archiveBytes)
          throw badArchive(`it unpacks to more than ${LIMITS.archiveBytes} bytes`);
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    throw badArchive('it is not a zip file, or was cut short', cause);
  }
}

function parsed(json: Uint8Array): unknown {
  let records: unknown;
  try {
    records = JSON.parse(strFromU8(json));
  } catch (cause) {
    throw badArchive(`${RECORDS} is not JSON`, cause);
  }
  // Our own records are nested a dozen deep; without a bound a made-up file could exhaust the stack.
  if (!isWithin(records, MAX_DEPTH)) throw badArchive(`${RECORDS} is nested more than ${MAX_DEPTH} deep`);
  return records;
}

const MAX_DEPTH = 64;

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}

function tooLarge(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `The photos of inspection ${inspectionId} are more than one file holds (${MOST_PHOTO_BYTES} bytes): send it instead.`,
    { details: { inspectionId } },
  );
}

function badArchive(reason: string, cause?: unknown): KerbsideError {
  return new KerbsideError('invalid_input', `The zip is no inspection export: ${reason}.`, {
    details: { path: 'zip' },
    cause,
  });
}
