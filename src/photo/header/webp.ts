import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import { HeaderError, type Orientation, type StoredHeader } from './photo-header.ts';

interface Size {
  width: number;
  height: number;
}

export function isWebp(file: ByteReader): boolean {
  return file.startsWith('RIFF') && file.startsWith('WEBP', 8);
}

/** Reads the header of a WebP file. Applies EXIF as for JPEG, although Chromium's decoder ignores it. */
export function readWebp(file: ByteReader): StoredHeader {
  let size: Size | undefined;
  let orientation: Orientation = 1;
  let hasPixels = false;
  for (const { type, data } of readChunks(file.part(12, file.u32(4, true) - 4))) {
    // An extended file starts with its canvas, in VP8X. Its frames may be smaller.
    if (type === 'VP8X') size ??= { width: 1 + u24(data, 4), height: 1 + u24(data, 7) };
    if (type === 'VP8 ') size ??= readLossySize(data);
    if (type === 'VP8L') size ??= readLosslessSize(data);
    if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') hasPixels = true;
    if (type === 'EXIF') orientation = exifOrientation(data);
  }
  if (!size || !hasPixels) throw new HeaderError('malformed', 'has no image');
  return { type: 'image/webp', ...size, orientation };
}

/** RIFF is little-endian and pads every chunk to an even length. */
function* readChunks(riff: ByteReader): Generator<{ type: string; data: ByteReader }> {
  for (let at = 0; at < riff.length; ) {
    const length = riff.u32(at + 4, true);
    yield { type: riff.ascii(at, 4), data: riff.part(at + 8, length) };
    at += 8 + length + (length % 2);
  }
}

/** A VP8 key frame: a tag of 3 bytes, a start code of 3 bytes, then 14 bits each of width and height and 2 of scale. */
function readLossySize(frame: ByteReader): Size {
  const isKeyFrame = (frame.u8(0) & 1) === 0;
  if (!isKeyFrame || !frame.startsWith([0x9d, 0x01, 0x2a], 3)) {
    throw new HeaderError('malformed', 'has a damaged image header');
  }
  return { width: frame.u16(6, true) & 0x3fff, height: frame.u16(8, true) & 0x3fff };
}

/** VP8L: a signature byte, then 14 bits each of width − 1 and height − 1. */
function readLosslessSize(frame: ByteReader): Size {
  if (frame.u8(0) !== 0x2f) throw new HeaderError('malformed', 'has a damaged image header');
  const bits = frame.u32(1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function u24(data: ByteReader, at: number): number {
  return data.u16(at, true) + data.u8(at + 2) * 0x10000;
}
