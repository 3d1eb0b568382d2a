import { type PhotoHeader, requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import type { PhotoMemory } from '../photo-memory.ts';
import type { DirectBlobs } from '../store/direct-blobs.ts';

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
