import type { ByteReader } from './byte-reader.ts';
import { type Box, readBoxes } from './isobmff.ts';
import { HeaderError } from './photo-header.ts';

/** Reads `pitm`: the id of the primary item. The others are tiles, thumbnails, depth maps and metadata. */
export function readPrimaryItem(pitm: ByteReader): number {
  return pitm.u8(0) === 0 ? pitm.u16(4) : pitm.u32(4);
}

/** Reads `ipma`: the shared `properties` that belong to an item, in the order they apply. */
export function readItemProperties(iprp: ByteReader, properties: Box[], item: number): Box[] {
  const ofItem: Box[] = [];
  for (const { type, body } of readBoxes(iprp)) {
    if (type !== 'ipma') continue;
    for (const index of readPropertyIndices(body, item)) {
      const property = properties[index - 1];
      if (property) ofItem.push(property);
    }
  }
  return ofItem;
}

/** Returns indices that count from 1. Their top bit only marks a property as essential. */
function readPropertyIndices(ipma: ByteReader, item: number): number[] {
  const wideIds = ipma.u8(0) > 0;
  const wideIndices = (ipma.u8(3) & 1) === 1;
  const entries = ipma.u32(4);
  let at = 8;
  for (let entry = 0; entry < entries; entry++) {
    const id = wideIds ? ipma.u32(at) : ipma.u16(at);
    at += wideIds ? 4 : 2;
    const count = ipma.u8(at++);
    const indices = ipma.part(at, count * (wideIndices ? 2 : 1));
    at += indices.length;
    if (id !== item) continue;
    return Array.from({ length: count }, (_, n) =>
      wideIndices ? indices.u16(n * 2) & 0x7fff : indices.u8(n) & 0x7f,
    );
  }
  return [];
}

/**
 * Reads `iloc`: returns whether the data of all items is inside the file. The sizes of the boxes are not enough: phones
 * append trailers that are not boxes, and the last box may have no size.
 */
export function isItemDataInFile(iloc: ByteReader, fileLength: number): boolean {
  const version = iloc.u8(0);
  const offsetSize = iloc.u8(4) >> 4;
  const lengthSize = iloc.u8(4) & 15;
  const baseSize = iloc.u8(5) >> 4;
  const indexSize = version > 0 ? iloc.u8(5) & 15 : 0;
  const wide = version > 1;
  const extentSize = indexSize + offsetSize + lengthSize;
  const items = wide ? iloc.u32(6) : iloc.u16(6);
  let at = wide ? 10 : 8;
  for (let item = 0; item < items; item++) {
    at += wide ? 4 : 2;
    const isInFile = version === 0 || (iloc.u16(at) & 15) === 0; // otherwise in the meta box or in another item
    if (version > 0) at += 2;
    const isInThisFile = iloc.u16(at) === 0;
    at += 2;
    const base = readSized(iloc, at, baseSize);
    at += baseSize;
    const extents = iloc.part(at + 2, iloc.u16(at) * extentSize);
    at += 2 + extents.length;
    if (!isInFile || !isInThisFile) continue;
    // Bounded by the box: an empty extent has no bytes, so the loop does not run.
    for (let extent = 0; extent < extents.length; extent += extentSize) {
      const offset = readSized(extents, extent + indexSize, offsetSize);
      const length = readSized(extents, extent + indexSize + offsetSize, lengthSize);
      if (base + offset + length > fileLength) return false;
    }
  }
  return true;
}

function readSized(reader: ByteReader, at: number, size: number): number {
  if (size === 0) return 0;
  if (size === 4) return reader.u32(at);
  if (size === 8) return reader.u64(at);
  throw new HeaderError('malformed', 'has data offsets of an impossible size');
}
