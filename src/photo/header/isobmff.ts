import type { ByteReader } from './byte-reader.ts';
import { HeaderFault } from './photo-header.ts';

/** The boxes of ISO base media files (ISO 14496-12), on which HEIC and AVIF are built. */
export interface Box {
  type: string;
  body: ByteReader;
}

/** A "full" box begins with a version (1 byte) and flags (3 bytes). */
export const fullBoxHeader = 4;

export function* boxes(parent: ByteReader, from = 0): Generator<Box> {
  for (let at = from; at < parent.length; ) {
    const short = parent.u32(at);
    const header = short === 1 ? 16 : 8;
    const size = short === 0 ? parent.length - at : short === 1 ? parent.u64(at + 8) : short;
    if (size < header) throw new HeaderFault('malformed', 'has a box smaller than its own header');
    yield { type: parent.ascii(at + 4, 4), body: parent.part(at + header, size - header) };
    at += size;
  }
}

export function findBox(parent: ByteReader, type: string, from = 0): ByteReader | undefined {
  for (const box of boxes(parent, from)) if (box.type === type) return box.body;
  return undefined;
}

export function needBox(parent: ByteReader, type: string, from = 0): ByteReader {
  const body = findBox(parent, type, from);
  if (!body) throw new HeaderFault('malformed', `lacks its '${type}' box`);
  return body;
}

/** Far more than real files have; keeps a hostile size from costing anything. */
const maxBrandBytes = 1024;

/** The major brand of the `ftyp` box, then the compatible ones; empty where the file has no such box. */
export function brands(file: ByteReader): string[] {
  if (!file.startsWith('ftyp', 4)) return [];
  const end = Math.min(file.u32(0), file.length, maxBrandBytes);
  const found: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) {
    const isMinorVersion = at === 12;
    if (!isMinorVersion) found.push(file.ascii(at, 4));
  }
  return found;
}
