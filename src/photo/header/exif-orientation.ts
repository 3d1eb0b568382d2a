import type { ByteReader } from './byte-reader.ts';
import type { Orientation } from './photo-header.ts';

const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;
const ENTRY_LENGTH = 12;

/**
 * Returns the orientation in a block of EXIF data: a TIFF structure, with or without "Exif\0\0" before it. If EXIF is
 * missing or broken, returns 1: decoders ignore it too.
 */
export function exifOrientation(exif: ByteReader): Orientation {
  const tiff = exif.startsWith('Exif\0') && exif.has(0, 6) ? exif.part(6, exif.length - 6) : exif;
  const littleEndian = tiff.startsWith('II*\0');
  if (!littleEndian && !tiff.startsWith('MM\0*')) return 1;
  if (!tiff.has(4, 4)) return 1;
  const directory = tiff.u32(4, littleEndian);
  if (!tiff.has(directory, 2)) return 1;
  const count = tiff.u16(directory, littleEndian);
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * ENTRY_LENGTH;
    if (!tiff.has(at, ENTRY_LENGTH)) return 1;
    if (tiff.u16(at, littleEndian) !== ORIENTATION_TAG) continue;
    if (tiff.u16(at + 2, littleEndian) !== SHORT_TYPE) return 1;
    return toOrientation(tiff.u16(at + 8, littleEndian));
  }
  return 1;
}

function toOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
