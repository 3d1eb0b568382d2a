import type { ByteReader } from './byte-reader.ts';
import { type PhotoHeaderResult, readFormat, rejectHeader } from './header-result.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';

const COMMON_FORMATS = [
  { name: 'JPEG', matches: isJpeg, read: readJpeg },
  { name: 'PNG', matches: isPng, read: readPng },
  { name: 'WebP', matches: isWebp, read: readWebp },
] as const;

/** Reads the header of a JPEG, PNG or WebP file, and rejects any other. */
export function readCommonHeader(file: ByteReader): PhotoHeaderResult {
  const read = readFormat(file, COMMON_FORMATS);
  if (read) return read;
  if (file.length === 0) return rejectHeader('not_an_image', 'The file is empty');
  const type = describeUnsupportedType(file);
  return type
    ? rejectHeader('unsupported_type', `This is ${type}`)
    : rejectHeader('not_an_image', 'This is not an image of a known type');
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
