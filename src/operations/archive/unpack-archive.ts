import { type Checked, check } from '../../domain/check.ts';
import type { Delivery, OutboxChange } from '../../domain/outbox/delivery.ts';
import type { Operation } from '../../domain/outbox/operation.ts';
import type { Platform } from '../../platform/ports.ts';
import type { InspectionState } from '../../rules/state.ts';
import { invalidArchiveError } from './archive-errors.ts';
import {
  archiveOutboxSchema,
  archiveSchema,
  MAX_RECORDS_BYTES,
  RECORDS_FILE,
  SIGNATURE_FILE,
} from './archive-format.ts';
import type { ExportSigner } from './signature.ts';
import type { ZipReader } from './zip-reader.ts';

/** The records of an export. */
export interface Archive {
  state: InspectionState;
  photos: Checked<typeof archiveSchema>['photos'];
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

interface UnpackDeps {
  sha256: Platform['sha256'];
  isOwn: ExportSigner['isOwn'];
}

/** Our records are about 12 levels deep. Without a limit, a crafted file could exhaust the stack. */
const MAX_DEPTH = 64;
const MAX_SIGNATURE_BYTES = 1024;
const IN_DOUBT: Delivery = { state: 'queued', attempts: 0, unanswered: true };

/**
 * Reads and checks the records of an export: schema, limits and ids.
 *
 * @throws `invalid_input` if the file is not an export.
 */
export async function unpackArchive(zip: ZipReader, { sha256, isOwn }: UnpackDeps): Promise<Archive> {
  const records = await zip.read(RECORDS_FILE, MAX_RECORDS_BYTES);
  const json = parseRecords(records);
  const { state, photos } = check(archiveSchema, json, 'zip');
  checkIds(state, photos);
  const hash = await sha256(records.buffer);
  const isSigned =
    zip.sizeOf(SIGNATURE_FILE) !== undefined &&
    (await isOwn(hash, new TextDecoder().decode(await zip.read(SIGNATURE_FILE, MAX_SIGNATURE_BYTES))));
  return { state, photos, hash, ...(isSigned && { own: readOutbox(json) }) };
}

/** Ids must be unique: records are stored and shown by id. */
function checkIds(state: InspectionState, photos: Archive['photos']): void {
  const { inspection, vehicle, tasks, images, damages, parts, views } = state;
  const results = [...state.severityResults, ...state.wheelAnalysis, ...state.documents];
  const records = [inspection, ...(vehicle ? [vehicle] : []), ...tasks, ...images, ...damages, ...parts];
  rejectRepeated([...records, ...views, ...results].map(({ id }) => id));
  rejectRepeated(tasks.map(({ name }) => name));
  rejectRepeated(photos.map(({ imageId }) => imageId));
  if (tasks.some((task) => task.inspectionId !== inspection.id))
    throw invalidArchiveError('a task belongs to another inspection');
  const imageIds = new Set(images.map(({ id }) => id));
  const orphan = photos.find(({ imageId }) => !imageIds.has(imageId));
  if (orphan) throw invalidArchiveError(`it has a photo of image ${orphan.imageId}, but not that image`);
}

function rejectRepeated(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalidArchiveError(`it has ${name} twice`);
    seen.add(name);
  }
}

function readOutbox(json: unknown): OwnOutbox {
  const { operations, remoteIds, awaited } = check(archiveOutboxSchema, json, 'zip');
  return {
    operations: (operations as unknown as Operation[]).map((one) => ({ ...one, delivery: IN_DOUBT })),
    outbox: [
      ...remoteIds.map((remoteId) => ({ type: 'map', remoteId }) as const),
      ...awaited.map((task) => ({ type: 'await', task }) as const),
    ],
  };
}

function parseRecords(bytes: Uint8Array): unknown {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalidArchiveError(`${RECORDS_FILE} is not JSON`, cause);
  }
  if (!isWithinDepth(json, MAX_DEPTH))
    throw invalidArchiveError(`${RECORDS_FILE} is nested more than ${MAX_DEPTH} levels deep`);
  return json;
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}
