import type { ByteReader } from './byte-reader.ts';
import { brands } from './isobmff.ts';

/** The name of a common file type that is not taken as a photo, so that the refusal can say what was given. */
export function foreignType(file: ByteReader): string | undefined {
  if (file.startsWith('GIF87a') || file.startsWith('GIF89a')) return 'a GIF';
  if (file.startsWith('BM') && file.has(0, 18) && file.u32(6) === 0) return 'a BMP';
  if (file.startsWith('II*\0') || file.startsWith('MM\0*')) return 'a TIFF or raw camera file';
  if (file.startsWith('%PDF-')) return 'a PDF';
  if (isSvg(file)) return 'an SVG';
  const [brand] = brands(file);
  if (brand === 'crx ') return 'a raw camera file';
  if (brand === 'qt  ') return 'a QuickTime video';
  return brand === undefined ? undefined : 'an MP4 video';
}

/** A comment or an XML prologue may come first; a web page with a drawing in it is not an SVG. */
function isSvg(file: ByteReader): boolean {
  const from = file.startsWith([0xef, 0xbb, 0xbf]) ? 3 : 0; // a byte order mark
  const start = file.ascii(from, Math.min(file.length - from, 1024));
  return /^\s*</.test(start) && start.includes('<svg') && !/<html/i.test(start);
}
