import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import { HeaderError, type Orientation, type StoredHeader } from './photo-header.ts';

/** 0x89, "PNG", and line ends that a text-mode copy changes. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MAX_LENGTH = 2 ** 31 - 1;

export function isPng(file: ByteReader): boolean {
  return file.startsWith(SIGNATURE);
}

/** Reads the chunks (length, type, data, CRC) up to IEND. */
export function readPng(file: ByteReader): StoredHeader {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation = 1;
  let hasPixels = false;
  let at = SIGNATURE.length;
  for (;;) {
    const length = file.u32(at);
    const type = file.ascii(at + 4, 4);
    if (!size && type !== 'IHDR') throw new HeaderError('malformed', 'does not start with its IHDR chunk');
    if (length > MAX_LENGTH) throw new HeaderError('malformed', 'has a chunk of impossible length');
    file.u32(at + 8 + length); // the CRC: throws if the chunk is incomplete
    const data = () => file.part(at + 8, length);
    if (type === 'IHDR') size ??= { width: data().u32(0), height: data().u32(4) };
    if (type === 'IDAT') hasPixels = true;
    if (type === 'eXIf') orientation = exifOrientation(data());
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (!size || !hasPixels) throw new HeaderError('malformed', 'has no image');
  if (size.width > MAX_LENGTH || size.height > MAX_LENGTH) {
    throw new HeaderError('malformed', 'has an impossible width or height');
  }
  return { type: 'image/png', ...size, orientation };
}
