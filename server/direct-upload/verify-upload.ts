import { createHash } from 'node:crypto';
import { KerbsideError } from '../../src/errors.ts';
import { checkDimensions } from '../../src/operations/photo-limits.ts';
import { type PhotoHeader, requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import type { PhotoMemory } from '../photo-memory.ts';
import type { DirectBlobs } from '../store/direct-blobs.ts';
import { listParts } from './upload-parts.ts';
import type { UploadRow } from './upload-rows.ts';

/** A photo in the bucket that an image may refer to. */
export interface VerifiedUpload {
  id: string;
  blobId: string;
  size: number;
  type: string;
  sha256: string;
  width: number;
  height: number;
}

/**
 * Checks what a client has uploaded: its size and hash are the declared ones, and it is a photo of the declared type. The
 * bytes are not held: the bucket states the hash, or they are hashed as they arrive.
 *
 * @throws `conflict` if the upload is incomplete or its bytes are others: it has to be started again. `photo_invalid` or
 * `photo_too_large` if it is not a photo that the service accepts.
 */
export async function verifyUpload(row: UploadRow, deps: UploadReader): Promise<VerifiedUpload> {
  const blobId = await settleBlob(row, deps.direct);
  const header = await readUploadedHeader(blobId, row.size, deps);
  if (header.type !== row.type) {
    throw new KerbsideError('photo_invalid', `The photo is ${header.type}, not ${row.type}.`, {
      details: { reason: 'other_type', declared: row.type, found: header.type },
    });
  }
  const { width, height } = header;
  checkDimensions(width, height);
  return { id: row.id, blobId, size: row.size, type: row.type, sha256: row.sha256, width, height };
}

/**
 * Returns the key of an object with the declared bytes that nobody can change any more. If the bucket has checked the hash,
 * that is the uploaded object: its URL accepts no other bytes. Otherwise it is a copy, whose key no URL was signed for.
 */
async function settleBlob(row: UploadRow, direct: DirectBlobs): Promise<string> {
  const { id, blobId, size, sha256 } = row;
  const parts = listParts(id, size);
  if (parts.length === 1) {
    const facts = await direct.getFacts(id);
    if (facts?.size === size && facts.sha256 === sha256) return id;
  }
  if ((await direct.getFacts(blobId))?.size !== size) {
    const facts = await Promise.all(parts.map(({ key }) => direct.getFacts(key)));
    if (parts.some((part, index) => facts[index]?.size !== part.size)) throw incompleteError(id);
    await direct.join(
      parts.map(({ key }) => key),
      blobId,
      row.type,
    );
  }
  if ((await hashObject(blobId, direct)) !== sha256) {
    await direct.remove([blobId, ...parts.map(({ key }) => key)]);
    throw incompleteError(id);
  }
  await direct.remove(parts.map(({ key }) => key));
  return blobId;
}

async function hashObject(key: string, direct: DirectBlobs): Promise<string> {
  const hash = createHash('sha256');
  const chunks = await direct.open(key);
  try {
    if (chunks) for await (const chunk of chunks) hash.update(chunk);
  } catch (cause) {
    throw new KerbsideError('storage_unavailable', 'The bucket ended its response early.', {
      cause,
      retryable: true,
    });
  }
  return hash.digest('hex');
}

/** The status is that of a conflict: the client starts the upload again and sends what is missing. */
function incompleteError(id: string): KerbsideError {
  return new KerbsideError('conflict', 'The upload is incomplete, or its bytes are not the declared ones.', {
    details: { uploadId: id },
    retryable: true,
  });
}

/** How uploaded photos are read. */
export interface UploadReader {
  direct: DirectBlobs;
  /** For photos that are read whole. */
  memory: PhotoMemory;
}

/** Enough for the header of nearly every JPEG: a preview and the colour profile come before the size. */
const START_BYTES = 256 * 1024;
const END_BYTES = 32 * 1024;
const END_MARKER = [0xff, 0xd9] as const;

/**
 * Reads the header of an uploaded photo. For a JPEG, its start and its end are enough. Other photos, and JPEGs with an unusual
 * structure, are read whole, within the memory for photos.
 *
 * @throws `photo_invalid` if it is not a photo.
 */
export async function readUploadedHeader(
  key: string,
  size: number,
  { direct, memory }: UploadReader,
): Promise<PhotoHeader> {
  if (size > START_BYTES + END_BYTES) {
    const [start, end] = await Promise.all([
      direct.readRange(key, 0, START_BYTES),
      direct.readRange(key, size - END_BYTES, size),
    ]);
    const header = readJpegHeader(new Uint8Array(start), new Uint8Array(end));
    if (header) return header;
  }
  return memory.run(size, async () => requirePhotoHeader(await direct.readRange(key, 0, size)));
}

/** Returns undefined if start and end do not contain all that the header needs. */
function readJpegHeader(start: Uint8Array, end: Uint8Array): PhotoHeader | undefined {
  if (!hasEndMarker(end)) return undefined;
  const closed = new Uint8Array(start.length + END_MARKER.length);
  closed.set(start);
  closed.set(END_MARKER, start.length);
  try {
    const header = requirePhotoHeader(closed.buffer);
    return header.type === 'image/jpeg' ? header : undefined;
  } catch {
    return undefined;
  }
}

function hasEndMarker(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte === END_MARKER[1] && bytes[index - 1] === END_MARKER[0]);
}
