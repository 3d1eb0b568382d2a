import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import { HeaderError, type Orientation, type StoredHeader } from './photo-header.ts';

const MARKER = { tem: 0x01, rst0: 0xd0, soi: 0xd8, eoi: 0xd9, sos: 0xda, app1: 0xe1 } as const;

export function isJpeg(file: ByteReader): boolean {
  return file.startsWith([0xff, 0xd8, 0xff]);
}

/** Reads the segments up to the first scan, then only checks that an end marker follows. */
export function readJpeg(file: ByteReader): StoredHeader {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation | undefined;
  let at = 2;
  for (;;) {
    at = findMarker(file, at);
    const code = file.u8(at++);
    if (hasNoLength(code)) continue;
    if (code === MARKER.eoi) throw new HeaderError('malformed', 'has no image');
    const segment = file.part(at + 2, file.u16(at) - 2);
    at += 2 + segment.length;
    if (isFrame(code)) size ??= { height: segment.u16(1), width: segment.u16(3) };
    if (code === MARKER.app1 && segment.startsWith('Exif\0')) orientation ??= exifOrientation(segment);
    if (code === MARKER.sos) break;
  }
  if (!size) throw new HeaderError('malformed', 'has image data but no frame header');
  if (!hasEndMarker(file.bytes, at)) throw new HeaderError('truncated', 'ends before its image data does');
  return { type: 'image/jpeg', ...size, orientation: orientation ?? 1 };
}

/** Returns the position of the next marker code. Skips fill bytes (FF) and, as decoders do, stray bytes. */
function findMarker(file: ByteReader, from: number): number {
  let at = from;
  for (;;) {
    while (file.u8(at) !== 0xff) at++;
    while (file.u8(at) === 0xff) at++;
    if (file.u8(at) !== 0) return at;
  }
}

/** Returns whether a marker has no length field. */
function hasNoLength(code: number): boolean {
  return code === MARKER.tem || (code >= MARKER.rst0 && code <= MARKER.soi);
}

/** SOF0 to SOF15: baseline, progressive and others. C4 (DHT), C8 (JPG) and CC (DAC) are between them. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

/**
 * Returns whether there is an end marker (FF D9) after the start of the scan. Inside a scan, FF is escaped as FF 00.
 * Searches from the end of the file, where it is in most cases; phones may append a video or a second image.
 */
function hasEndMarker(bytes: Uint8Array, scan: number): boolean {
  for (let at = bytes.length - 1; at > scan; at--) {
    if (bytes[at] === MARKER.eoi && bytes[at - 1] === 0xff) return true;
  }
  return false;
}
