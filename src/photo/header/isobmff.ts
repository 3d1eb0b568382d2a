import type { ByteReader } from './byte-reader.ts';
import { HeaderError } from './photo-header.ts';

/** A box of an ISO base media file (ISO 14496-12), the container of HEIC and AVIF. */
export interface Box {
  type: string;
  body: ByteReader;
}

/** A full box starts with a version (1 byte) and flags (3 bytes). */
export const FULL_BOX_HEADER = 4;

export function* readBoxes(parent: ByteReader, from = 0): Generator<Box> {
  for (let at = from; at < parent.length; ) {
    const short = parent.u32(at);
    const header = short === 1 ? 16 : 8;
    const size = short === 0 ? parent.length - at : short === 1 ? parent.u64(at + 8) : short;
    if (size < header) throw new HeaderError('malformed', 'has a box that is smaller than its header');
    yield { type: parent.ascii(at + 4, 4), body: parent.part(at + header, size - header) };
    at += size;
  }
}

export function findBox(parent: ByteReader, type: string, from = 0): ByteReader | undefined {
  for (const box of readBoxes(parent, from)) if (box.type === type) return box.body;
  return undefined;
}

export function requireBox(parent: ByteReader, type: string, from = 0): ByteReader {
  const body = findBox(parent, type, from);
  if (!body) throw new HeaderError('malformed', `has no '${type}' box`);
  return body;
}

/** Far more than real files have. Limits the cost of a hostile size. */
const MAX_BRAND_BYTES = 1024;

/** Returns the major brand of the `ftyp` box, then the compatible ones. Without such a box, returns an empty list. */
export function readBrands(file: ByteReader): string[] {
  if (!file.startsWith('ftyp', 4)) return [];
  const end = Math.min(file.u32(0), file.length, MAX_BRAND_BYTES);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) {
    const isMinorVersion = at === 12;
    if (!isMinorVersion) brands.push(file.ascii(at, 4));
  }
  return brands;
}
