import type { ByteReader } from './byte-reader.ts';
import { type Box, boxes } from './isobmff.ts';
import { HeaderFault } from './photo-header.ts';

/** `pitm`: the item that is the picture; the others are tiles, thumbnails, depth maps and metadata. */
export function primaryItem(pitm: ByteReader): number {
  return pitm.u8(0) === 0 ? pitm.u16(4) : pitm.u32(4);
}

/** `ipma`: which of the shared `properties` belong to an item, in the order they apply. */
export function itemProperties(iprp: ByteReader, properties: Box[], item: number): Box[] {
  const found: Box[] = [];
  for (const { type, body } of boxes(iprp)) {
    if (type !== 'ipma') continue;
    for (const index of propertyIndices(body, item)) {
      const property = properties[index - 1];
      if (property) found.push(property);
    }
  }
  return found;
}

/** Indices count from 1; their top bit only marks a property as essential. */
function propertyIndices(ipma: ByteReader, item: number): number[] {
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
 * `iloc`: where the items' data lies. Whether all of it lies inside the file says more than the boxes' sizes
 * do: phones append trailers that are no boxes, and the last box may leave its size open.
 */
export function itemDataFits(iloc: ByteReader, fileLength: number): boolean {
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
    const isInFile = version === 0 || (iloc.u16(at) & 15) === 0; // else inside the meta box or another item
    if (version > 0) at += 2;
    const isInThisFile = iloc.u16(at) === 0;
    at += 2;
    const base = sized(iloc, at, baseSize);
    at += baseSize;
    const extents = iloc.part(at + 2, iloc.u16(at) * extentSize);
    at += 2 + extents.length;
    if (!isInFile || !isInThisFile) continue;
    // An empty extent takes no bytes here, so this loop is bounded by the box.
    for (let extent = 0; extent < extents.length; extent += extentSize) {
      const offset = sized(extents, extent + indexSize, offsetSize);
      const length = sized(extents, extent + indexSize + offsetSize, lengthSize);
      if (base + offset + length > fileLength) return false;
    }
  }
  return true;
}

function sized(reader: ByteReader, at: number, size: number): number {
  if (size === 0) return 0;
  if (size === 4) return reader.u32(at);
  if (size === 8) return reader.u64(at);
  throw new HeaderFault('malformed', 'locates its data with numbers of an impossible size');
}
