import type { ByteReader } from './byte-reader.ts';
import type { Orientation } from './photo-header.ts';

export const ORIENTATION_TAG = 0x0112;
export const SHORT_TYPE = 3;
export const ENTRY_LENGTH = 12;

/** The first directory of a TIFF structure: a count, entries of 12 bytes sorted by tag, the offset of the next one. */
export interface ExifDirectory {
  tiff: ByteReader;
  littleEndian: boolean;
  /** The offset of the first entry in `tiff`. */
  firstEntry: number;
  /** The number of entries, all of them inside `tiff`. */
  count: number;
  /** The offset of the orientation's entry in `tiff`. */
  orientationEntry: number | undefined;
}

/**
 * Returns the orientation in a block of EXIF data: a TIFF structure, with or without "Exif\0\0" before it. If EXIF is
 * missing or broken, returns 1: decoders ignore it too.
 */
export function exifOrientation(exif: ByteReader): Orientation {
  const { tiff, littleEndian, orientationEntry: at } = findExifDirectory(exif) ?? {};
  if (!tiff || at === undefined || tiff.u16(at + 2, littleEndian) !== SHORT_TYPE) return 1;
  return toOrientation(tiff.u16(at + 8, littleEndian));
}

/** Returns the first directory of a block of EXIF data, or undefined if it is broken before the orientation. */
export function findExifDirectory(exif: ByteReader): ExifDirectory | undefined {
  const tiff = exif.startsWith('Exif\0') && exif.has(0, 6) ? exif.part(6, exif.length - 6) : exif;
  const littleEndian = tiff.startsWith('II*\0');
  if (!littleEndian && !tiff.startsWith('MM\0*')) return undefined;
  if (!tiff.has(4, 4)) return undefined;
  const directory = tiff.u32(4, littleEndian);
  if (!tiff.has(directory, 2)) return undefined;
  const count = tiff.u16(directory, littleEndian);
  const firstEntry = directory + 2;
  for (let entry = 0; entry < count; entry++) {
    const at = firstEntry + entry * ENTRY_LENGTH;
    if (!tiff.has(at, ENTRY_LENGTH)) return undefined;
    if (tiff.u16(at, littleEndian) !== ORIENTATION_TAG) continue;
    return { tiff, littleEndian, firstEntry, count, orientationEntry: at };
  }
  return { tiff, littleEndian, firstEntry, count, orientationEntry: undefined };
}

function toOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
