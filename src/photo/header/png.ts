import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import { HeaderFault, type Orientation, type StoredHeader } from './photo-header.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]; // 0x89, PNG, and line ends that a bad copy changes
const maxLength = 2 ** 31 - 1;

export function isPng(file: ByteReader): boolean {
  return file.startsWith(signature);
}

/** Hops from chunk to chunk by their lengths (length, type, data, CRC) until IEND. */
export function readPng(file: ByteReader): StoredHeader {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation = 1;
  let hasPixels = false;
  let at = signature.length;
  for (;;) {
    const length = file.u32(at);
    const type = file.ascii(at + 4, 4);
    if (!size && type !== 'IHDR') throw new HeaderFault('malformed', 'does not begin with its IHDR chunk');
    if (length > maxLength) throw new HeaderFault('malformed', 'has a chunk of impossible length');
    file.u32(at + 8 + length); // The CRC: the chunk must be whole.
    const data = () => file.part(at + 8, length);
    if (type === 'IHDR') size ??= { width: data().u32(0), height: data().u32(4) };
    if (type === 'IDAT') hasPixels = true;
    if (type === 'eXIf') orientation = exifOrientation(data());
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (!size || !hasPixels) throw new HeaderFault('malformed', 'holds no picture');
  if (size.width > maxLength || size.height > maxLength) {
    throw new HeaderFault('malformed', 'has an impossible width or height');
  }
  return { type: 'image/png', ...size, orientation };
}
