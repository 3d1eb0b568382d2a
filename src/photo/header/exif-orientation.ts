import type { ByteReader } from './byte-reader.ts';
import type { Orientation } from './photo-header.ts';

const orientationTag = 0x0112;
const shortType = 3;
const entryLength = 12;

/**
 * The orientation in a block of EXIF data, a TIFF structure with or without "Exif\0\0" before it.
 * Broken or absent EXIF reads as 1: decoders ignore it too and show the pixels as they are stored.
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
    const at = directory + 2 + entry * entryLength;
    if (!tiff.has(at, entryLength)) return 1;
    if (tiff.u16(at, littleEndian) !== orientationTag) continue;
    if (tiff.u16(at + 2, littleEndian) !== shortType) return 1;
    return asOrientation(tiff.u16(at + 8, littleEndian));
  }
  return 1;
}

function asOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
