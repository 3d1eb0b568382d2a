import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import { HeaderFault, type Orientation, type StoredHeader } from './photo-header.ts';

const marker = { tem: 0x01, rst0: 0xd0, soi: 0xd8, eoi: 0xd9, sos: 0xda, app1: 0xe1 } as const;

export function isJpeg(file: ByteReader): boolean {
  return file.startsWith([0xff, 0xd8, 0xff]);
}

/** Walks the segments up to the first scan, then asks only whether the end marker follows it. */
export function readJpeg(file: ByteReader): StoredHeader {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation | undefined;
  let at = 2;
  for (;;) {
    at = findMarker(file, at);
    const code = file.u8(at++);
    if (standsAlone(code)) continue;
    if (code === marker.eoi) throw new HeaderFault('malformed', 'holds no picture');
    const segment = file.part(at + 2, file.u16(at) - 2);
    at += 2 + segment.length;
    if (isFrame(code)) size ??= { height: segment.u16(1), width: segment.u16(3) };
    if (code === marker.app1 && segment.startsWith('Exif\0')) orientation ??= exifOrientation(segment);
    if (code === marker.sos) break;
  }
  if (!size) throw new HeaderFault('malformed', 'has picture data but no frame header');
  if (!hasEndMarker(file.bytes, at)) throw new HeaderFault('truncated', 'ends before its picture does');
  return { type: 'image/jpeg', ...size, orientation: orientation ?? 1 };
}

/** Where the next marker's code is. Fill bytes (FF) may precede it, and decoders skip stray bytes, so we do. */
function findMarker(file: ByteReader, from: number): number {
  let at = from;
  for (;;) {
    while (file.u8(at) !== 0xff) at++;
    while (file.u8(at) === 0xff) at++;
    if (file.u8(at) !== 0) return at;
  }
}

/** Markers that carry no length. */
function standsAlone(code: number): boolean {
  return code === marker.tem || (code >= marker.rst0 && code <= marker.soi);
}

/** SOF0 to SOF15: baseline, progressive and the rest. C4 (DHT), C8 (JPG) and CC (DAC) lie between them. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

/**
 * FF is stuffed (FF 00) inside a scan, so an FF D9 after the first one is an end marker. The search starts at
 * the file's end, where it nearly always is; phones may append a video or a second picture.
 */
function hasEndMarker(bytes: Uint8Array, scan: number): boolean {
  for (let at = bytes.length - 1; at > scan; at--) {
    if (bytes[at] === marker.eoi && bytes[at - 1] === 0xff) return true;
  }
  return false;
}
