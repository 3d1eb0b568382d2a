import { ByteReader } from './byte-reader.ts';
import {
  ENTRY_LENGTH,
  type ExifDirectory,
  findExifDirectory,
  ORIENTATION_TAG,
  SHORT_TYPE,
} from './exif-orientation.ts';
import { findJpegExif } from './jpeg.ts';
import type { Orientation } from './photo-header.ts';

const APP1 = 0xe1;
/** The length of a segment is a 16-bit number that includes itself. */
const MAX_CONTENT = 0xffff - 2;
const EXIF_PREFIX = Uint8Array.of(0x45, 0x78, 0x69, 0x66, 0, 0); // "Exif\0\0"
/** A big-endian TIFF header that names a directory at offset 8, and this directory without an entry. */
const EMPTY_TIFF = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0);

/**
 * Returns a copy of a JPEG with another EXIF orientation. Pixels and other EXIF data stay the same. EXIF data that
 * decoders cannot read, or that leaves no room for the orientation, is replaced.
 */
export function writeJpegOrientation(jpeg: Uint8Array, orientation: Orientation): Uint8Array<ArrayBuffer> {
  const { start, end, content } = findJpegExif(new ByteReader(jpeg)) ?? { start: 2, end: 2 };
  const directory = content && findExifDirectory(content);
  const kept = directory && writeOrientation(directory, orientation);
  const tiff =
    kept && kept.length + EXIF_PREFIX.length <= MAX_CONTENT ? kept : createTiffOfOrientation(orientation);
  const length = 2 + EXIF_PREFIX.length + tiff.length;
  const marker = Uint8Array.of(0xff, APP1, length >> 8, length & 0xff);
  return concat(jpeg.subarray(0, start), marker, EXIF_PREFIX, tiff, jpeg.subarray(end));
}

function createTiffOfOrientation(orientation: Orientation): Uint8Array {
  const tiff = new ByteReader(EMPTY_TIFF);
  return appendDirectory({ tiff, littleEndian: false, firstEntry: 10, count: 0 }, orientation);
}

function writeOrientation(directory: ExifDirectory, orientation: Orientation): Uint8Array {
  const { tiff, littleEndian, orientationEntry } = directory;
  if (orientationEntry === undefined) return appendDirectory(directory, orientation);
  return concat(
    tiff.bytes.subarray(0, orientationEntry),
    createEntry(orientation, littleEndian),
    tiff.bytes.subarray(orientationEntry + ENTRY_LENGTH),
  );
}

/** Appends the directory with one more entry. Nothing that other entries point to moves. */
function appendDirectory(
  { tiff, littleEndian, firstEntry, count }: Omit<ExifDirectory, 'orientationEntry'>,
  orientation: Orientation,
): Uint8Array {
  const entryAt = (index: number) => firstEntry + index * ENTRY_LENGTH;
  let before = 0; // entries are sorted by tag
  while (before < count && tiff.u16(entryAt(before), littleEndian) < ORIENTATION_TAG) before++;
  const nextDirectory = tiff.has(entryAt(count), 4) ? tiff.u32(entryAt(count), littleEndian) : 0;
  const padding = tiff.length % 2; // directories start at even offsets
  const header = writeNumbers([[4, tiff.length + padding]], littleEndian);
  return concat(
    tiff.bytes.subarray(0, 4),
    header,
    tiff.bytes.subarray(8),
    new Uint8Array(padding),
    writeNumbers([[2, count + 1]], littleEndian),
    tiff.bytes.subarray(firstEntry, entryAt(before)),
    createEntry(orientation, littleEndian),
    tiff.bytes.subarray(entryAt(before), entryAt(count)),
    writeNumbers([[4, nextDirectory]], littleEndian),
  );
}

/** An entry has a tag, a type, a number of values, and the values if they fit into 4 bytes. */
function createEntry(orientation: Orientation, littleEndian: boolean): Uint8Array {
  return writeNumbers(
    [
      [2, ORIENTATION_TAG],
      [2, SHORT_TYPE],
      [4, 1],
      [2, orientation],
      [2, 0],
    ],
    littleEndian,
  );
}

function writeNumbers(numbers: readonly [size: 2 | 4, value: number][], littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, littleEndian);
    else view.setUint32(at, value, littleEndian);
    at += size;
  }
  return bytes;
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
