import { ByteReader } from './byte-reader.ts';
import { type PhotoHeaderResult, readFormat, rejectHeader, requireHeader } from './header-result.ts';
import { isHeif, readHeif } from './heif.ts';
import { readBrands } from './isobmff.ts';
import { JPEG } from './jpeg.ts';
import type { PhotoHeader } from './photo-header.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';

export type { Orientation, PhotoHeader } from './photo-header.ts';

const HEIF = { name: 'HEIF image', matches: isHeif, read: readHeif };
const PNG = { name: 'PNG', matches: isPng, read: readPng };
const WEBP = { name: 'WebP', matches: isWebp, read: readWebp };

/**
 * Reads type, upright size and orientation from the structure of a photo file, without decoding pixels. Also detects
 * truncated files. Never throws, for any bytes.
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeaderResult {
  const file = new ByteReader(bytes);
  return readFormat(file, [JPEG, HEIF, PNG, WEBP]) ?? rejectFile(file);
}

/**
 * Reads the header of a photo file like {@link readPhotoHeader}.
 *
 * @throws `photo_invalid` if the bytes are not a supported photo.
 */
export function requirePhotoHeader(photo: ArrayBuffer): PhotoHeader {
  return requireHeader(readPhotoHeader(new Uint8Array(photo)));
}

function rejectFile(file: ByteReader): PhotoHeaderResult {
  if (file.length === 0) return rejectHeader('not_an_image', 'The file is empty');
  const type = describeVideo(file) ?? describeUnsupportedType(file);
  return type
    ? rejectHeader('unsupported_type', `This is ${type}`)
    : rejectHeader('not_an_image', 'This is not an image of a known type');
}

/** Videos and some raw files have the container of HEIF images. */
function describeVideo(file: ByteReader): string | undefined {
  const [brand] = readBrands(file);
  if (brand === undefined) return undefined;
  if (brand === 'crx ') return 'a raw camera file';
  return `${brand === 'qt  ' ? 'a QuickTime' : 'an MP4'} video`;
}

/** Returns the name of a common file type that is not supported, for the error message. */
function describeUnsupportedType(file: ByteReader): string | undefined {
  if (file.startsWith('GIF87a') || file.startsWith('GIF89a')) return 'a GIF';
  if (file.startsWith('BM') && file.has(0, 18) && file.u32(6) === 0) return 'a BMP';
  if (file.startsWith('II*\0') || file.startsWith('MM\0*')) return 'a TIFF or raw camera file';
  if (file.startsWith('%PDF-')) return 'a PDF';
  return isSvg(file) ? 'an SVG' : undefined;
}

/** A comment or an XML prologue may come first. A web page that contains a drawing is not an SVG. */
function isSvg(file: ByteReader): boolean {
  const from = file.startsWith([0xef, 0xbb, 0xbf]) ? 3 : 0; // byte order mark
  const start = file.ascii(from, Math.min(file.length - from, 1024));
  return /^\s*</.test(start) && start.includes('<svg') && !/<html/i.test(start);
}
