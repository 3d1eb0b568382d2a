import { KerbsideError } from '../../errors.ts';
import { ByteReader } from './byte-reader.ts';
import { isHeif, readHeif } from './heif.ts';
import { readBrands } from './isobmff.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { HeaderError, type HeaderErrorReason, type PhotoHeader, type StoredHeader } from './photo-header.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';

export type { Orientation, PhotoHeader } from './photo-header.ts';

type PhotoHeaderResult =
  | { ok: true; header: PhotoHeader }
  | { ok: false; reason: HeaderErrorReason; message: string };

const FORMATS = [
  { name: 'JPEG', matches: isJpeg, read: readJpeg },
  { name: 'PNG', matches: isPng, read: readPng },
  { name: 'WebP', matches: isWebp, read: readWebp },
  { name: 'HEIF image', matches: isHeif, read: readHeif },
] as const;

const REMEDIES: Record<HeaderErrorReason, string> = {
  not_an_image: 'add a photo as JPEG, PNG, WebP, HEIC or AVIF',
  unsupported_type: 'take the photo as JPEG, PNG, WebP, HEIC or AVIF',
  truncated: 'copy the whole file again, or take the photo again',
  malformed: 'the file is damaged: take the photo again',
};

/**
 * Reads type, upright size and orientation from the structure of a photo file, without decoding pixels. Also detects
 * truncated files. Never throws, for any bytes.
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeaderResult {
  const file = new ByteReader(bytes);
  const format = FORMATS.find(({ matches }) => matches(file));
  if (!format) return rejectUnknownFormat(file);
  try {
    return { ok: true, header: toUprightHeader(format.read(file)) };
  } catch (error) {
    if (!(error instanceof HeaderError)) throw error;
    return reject(error.reason, `This ${format.name} ${error.message}`);
  }
}

/**
 * Reads the header of a photo file like {@link readPhotoHeader}.
 *
 * @throws `photo_invalid` if the bytes are not a supported photo.
 */
export function requirePhotoHeader(photo: ArrayBuffer): PhotoHeader {
  const result = readPhotoHeader(new Uint8Array(photo));
  if (result.ok) return result.header;
  throw new KerbsideError('photo_invalid', result.message, { details: { reason: result.reason } });
}

function rejectUnknownFormat(file: ByteReader): PhotoHeaderResult {
  if (file.length === 0) return reject('not_an_image', 'The file is empty');
  const type = describeUnsupportedType(file);
  return type
    ? reject('unsupported_type', `This is ${type}`)
    : reject('not_an_image', 'This is not an image of a known type');
}

/** Returns the name of a common file type that is not supported, for the error message. */
function describeUnsupportedType(file: ByteReader): string | undefined {
  if (file.startsWith('GIF87a') || file.startsWith('GIF89a')) return 'a GIF';
  if (file.startsWith('BM') && file.has(0, 18) && file.u32(6) === 0) return 'a BMP';
  if (file.startsWith('II*\0') || file.startsWith('MM\0*')) return 'a TIFF or raw camera file';
  if (file.startsWith('%PDF-')) return 'a PDF';
  if (isSvg(file)) return 'an SVG';
  const [brand] = readBrands(file);
  if (brand === 'crx ') return 'a raw camera file';
  if (brand === 'qt  ') return 'a QuickTime video';
  return brand === undefined ? undefined : 'an MP4 video';
}

/** A comment or an XML prologue may come first. A web page that contains a drawing is not an SVG. */
function isSvg(file: ByteReader): boolean {
  const from = file.startsWith([0xef, 0xbb, 0xbf]) ? 3 : 0; // byte order mark
  const start = file.ascii(from, Math.min(file.length - from, 1024));
  return /^\s*</.test(start) && start.includes('<svg') && !/<html/i.test(start);
}

function reject(reason: HeaderErrorReason, statement: string): PhotoHeaderResult {
  return { ok: false, reason, message: `${statement}; ${REMEDIES[reason]}.` };
}

function toUprightHeader({ type, width, height, orientation }: StoredHeader): PhotoHeader {
  if (width === 0 || height === 0) throw new HeaderError('malformed', 'has a width or height of zero');
  return orientation >= 5
    ? { type, width: height, height: width, orientation }
    : { type, width, height, orientation };
}
