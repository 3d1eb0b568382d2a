import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate';
import { check } from '../../domain/check.ts';
import type { Delivery, OutboxChange } from '../../domain/delivery.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../../domain/operation.ts';
import { KerbsideError } from '../../errors.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { InspectionState } from '../../rules/state.ts';
import type { InspectionOutbox } from '../../store/outbox-store.ts';
import { archiveOutbox, archiveRecords, FORMAT, FORMAT_VERSION } from './archive-schema.ts';
import type { ExportSigner } from './signature.ts';

/**
 * One inspection as a zip file:
 *
 * - `inspection.json`: records, unsent operations, remote ids, awaited tasks
 * - `photos/<imageId>`
 * - `signature`: of `inspection.json`, by the device that exported it
 *
 * It moves an inspection from a device that cannot send it to one that can.
 */
export interface Archive {
  state: InspectionState;
  photos: StoredPhoto[];
  /** The SHA-256 of `inspection.json`. */
  hash: string;
  /** The outbox of the inspection. Only if this device signed the file: others must not decide what this one sends. */
  own?: OwnOutbox;
}

interface OwnOutbox {
  /** Each is in doubt, because it may have been sent since the export. It is reconciled before it is sent. */
  operations: (Operation & { delivery: Delivery })[];
  outbox: OutboxChange[];
}

type Sha256 = (bytes: ArrayBuffer) => Promise<string>;

interface PackedPhoto extends Omit<StoredPhoto, 'bytes'> {
  packedSha256: string;
}

/** The import limit minus 64 MiB for the records. */
const MAX_PHOTO_BYTES = LIMITS.archiveBytes - 64 * 1024 * 1024;
/** Our records are about 12 levels deep. Without a limit, a crafted file could exhaust the stack. */
const MAX_DEPTH = 64;
const RECORDS = 'inspection.json';
const SIGNATURE = 'signature';
const photoPath = (imageId: string) => `photos/${imageId}`;
const IN_DOUBT: Delivery = { state: 'queued', attempts: 0, unanswered: true };

/**
 * Writes an inspection to a zip file.
 *
 * Photos are compressed already, so they are stored without compression. One photo is in memory at a time. A damaged or
 * missing photo does not stop the export: `packedSha256` is the hash of the packed bytes, `sha256` the hash of the
 * original.
 *
 * @throws `unsupported` if the photos exceed the size limit of an import.
 */
export async function packArchive(
  state: InspectionState,
  { operations, ...deliveries }: Pick<InspectionOutbox, 'operations'> & Partial<InspectionOutbox>,
  loadPhoto: (imageId: string) => Promise<StoredPhoto | undefined>,
  sha256: Sha256,
  sign: ExportSigner['sign'],
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
    const photo = await loadPhoto(image.id);
    if (!photo) continue;
    size += photo.bytes.byteLength;
    if (size > MAX_PHOTO_BYTES) throw tooLargeError(state.inspection.id);
    const { bytes, ...facts } = photo;
    photos.push({ ...facts, packedSha256: await sha256(bytes) });
    add(photoPath(image.id), new Uint8Array(bytes));
  }
  const unsent = operations.map(({ sequence: _sequence, delivery: _delivery, ...operation }) => operation);
  const packed = {
    format: FORMAT,
    version: FORMAT_VERSION,
    state,
    operations: unsent,
    photos,
    ...deliveries,
  };
  const records = strToU8(JSON.stringify(packed));
  add(RECORDS, records);
  const signature = await sign(await sha256(toBuffer(records)));
  if (signature !== undefined) add(SIGNATURE, strToU8(signature));
  zip.end();
  return new Blob(chunks, { type: 'application/zip' });
}

/**
 * Reads a zip file and checks schema, ids and hashes before anything is stored.
 *
 * @throws `invalid_input` if the file is not a complete export.
 */
export async function unpackArchive(
  zip: Uint8Array,
  sha256: Sha256,
  isOwn: ExportSigner['isOwn'],
): Promise<Archive> {
  const files = unzip(zip);
  const records = files[RECORDS];
  if (!records) throw invalidArchiveError(`${RECORDS} is missing`);
  const packed = parseRecords(records);
  const { state, photos } = check(archiveRecords, packed, 'zip');
  const inspectionId = state.inspection.id;
  const stored: StoredPhoto[] = [];
  for (const { packedSha256, ...photo } of photos) {
    const file = files[photoPath(photo.imageId)];
    if (!file) throw invalidArchiveError(`the photo of image ${photo.imageId} is missing`);
    const bytes = toBuffer(file);
    if ((await sha256(bytes)) !== packedSha256)
      throw invalidArchiveError(`the photo of image ${photo.imageId} was altered`);
    stored.push({ ...photo, inspectionId, bytes });
  }
  const orphan = photos.find((photo) => !state.images.some((image) => image.id === photo.imageId));
  if (orphan) throw invalidArchiveError(`it has a photo of image ${orphan.imageId}, but not that image`);
  if (state.tasks.some((task) => task.inspectionId !== inspectionId))
    throw invalidArchiveError('a task belongs to another inspection');
  for (const [kind, names] of [
    ['image', state.images.map((image) => image.id)],
    ['task', state.tasks.map(({ name }) => name)],
  ] as const) {
    if (new Set<string>(names).size < names.length)
      throw invalidArchiveError(`it has the same ${kind} twice`);
  }
  const hash = await sha256(toBuffer(records));
  const signature = files[SIGNATURE];
  const isSigned = signature !== undefined && (await isOwn(hash, strFromU8(signature)));
  return {
    // The schema allows fields that this version does not know. They are kept unchanged.
    state: state as unknown as InspectionState,
    photos: stored,
    hash,
    ...(isSigned && { own: readOutbox(packed) }),
  };
}

function readOutbox(packed: unknown): OwnOutbox {
  const { operations, remoteIds, awaited } = check(archiveOutbox, packed, 'zip');
  return {
    operations: (operations as unknown as Operation[]).map((one) => ({ ...one, delivery: IN_DOUBT })),
    outbox: [
      ...remoteIds.map((remoteId) => ({ type: 'map', remoteId }) as const),
      ...awaited.map((task) => ({ type: 'await', task }) as const),
    ],
  };
}

/** Checks the sizes in the zip directory first, so a zip bomb is rejected before it is unpacked. */
function unzip(zip: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(zip, {
      filter: ({ name, size, originalSize }) => {
        if (name !== RECORDS && name !== SIGNATURE && !name.startsWith(photoPath(''))) return false;
        total += Math.max(size, originalSize); // fflate copies `size` bytes of an entry that is not compressed
        if (total > LIMITS.archiveBytes)
          throw invalidArchiveError(`it unpacks to more than ${LIMITS.archiveBytes} bytes`);
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    throw invalidArchiveError('it is not a zip file, or it is truncated', cause);
  }
}

function parseRecords(json: Uint8Array): unknown {
  let records: unknown;
  try {
    records = JSON.parse(strFromU8(json));
  } catch (cause) {
    throw invalidArchiveError(`${RECORDS} is not JSON`, cause);
  }
  if (!isWithinDepth(records, MAX_DEPTH))
    throw invalidArchiveError(`${RECORDS} is nested more than ${MAX_DEPTH} levels deep`);
  return records;
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}

function tooLargeError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `The photos of inspection ${inspectionId} exceed the limit of an export (${MAX_PHOTO_BYTES} bytes). Send the inspection instead.`,
    { details: { inspectionId } },
  );
}

function invalidArchiveError(reason: string, cause?: unknown): KerbsideError {
  return new KerbsideError('invalid_input', `The file is not an inspection export: ${reason}.`, {
    details: { path: 'zip' },
    cause,
  });
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
