import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import type { PhotoFormat } from './header-result.ts';
import { HeaderError, type Orientation, type StoredHeader } from './photo-header.ts';

const MARKER = { tem: 0x01, rst0: 0xd0, soi: 0xd8, eoi: 0xd9, sos: 0xda, app1: 0xe1, app2: 0xe2 } as const;

export const JPEG: PhotoFormat = { name: 'JPEG', matches: isJpeg, read: readJpeg };

export function isJpeg(file: ByteReader): boolean {
  return file.startsWith([0xff, 0xd8, 0xff]);
}

/** Reads the segments up to the first scan, then only checks that an end marker follows. */
function readJpeg(file: ByteReader): StoredHeader {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation | undefined;
  let scan = 0;
  for (const segment of readSegments(file)) {
    const { code, content } = segment;
    if (isFrame(code)) size ??= { height: content.u16(1), width: content.u16(3) };
    if (isExif(segment)) orientation ??= exifOrientation(content);
    scan = segment.end;
  }
  if (!size) throw new HeaderError('malformed', 'has image data but no frame header');
  if (!hasEndMarker(file.bytes, scan)) throw new HeaderError('truncated', 'ends before its image data does');
  return { type: 'image/jpeg', ...size, orientation: orientation ?? 1 };
}

interface Segment {
  code: number;
  content: ByteReader;
  /** Where the segment starts and ends in the file, with its marker and length. */
  start: number;
  end: number;
}

/** Reads the segments up to the header of the first scan, which is the last one. */
function* readSegments(file: ByteReader): Generator<Segment> {
  for (let end = 2; ; ) {
    const at = findMarker(file, end);
    const code = file.u8(at);
    end = at + 1;
    if (hasNoLength(code)) continue;
    if (code === MARKER.eoi) throw new HeaderError('malformed', 'has no image');
    const content = file.part(at + 3, file.u16(at + 1) - 2);
    end = at + 3 + content.length;
    yield { code, content, start: at - 1, end };
    if (code === MARKER.sos) return;
  }
}

function isExif({ code, content }: Segment): boolean {
  return code === MARKER.app1 && content.startsWith('Exif\0');
}

/** Returns the first EXIF segment, the one that decoders read. */
export function findJpegExif(file: ByteReader): Segment | undefined {
  for (const segment of readSegments(file)) if (isExif(segment)) return segment;
  return undefined;
}

const ICC_PREFIX = 'ICC_PROFILE\0';

/** Returns the first part of the ICC profile: all of it in most photos, at most 64 kB. */
export function findJpegProfile(file: ByteReader): ByteReader | undefined {
  for (const { code, content } of readSegments(file)) {
    if (code !== MARKER.app2 || !content.startsWith(ICC_PREFIX)) continue;
    const numberAt = ICC_PREFIX.length; // of the part, and then how many there are
    if (content.u8(numberAt) === 1) return content.part(numberAt + 2, content.length - numberAt - 2);
  }
  return undefined;
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
