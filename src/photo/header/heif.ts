import type { ByteReader } from './byte-reader.ts';
import { itemDataFits, itemProperties, primaryItem } from './heif-items.ts';
import { type Box, boxes, brands, findBox, fullBoxHeader, needBox } from './isobmff.ts';
import { HeaderFault, type Orientation, type PhotoType, type StoredHeader } from './photo-header.ts';

const typeOfBrand = new Map<string, PhotoType>([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map((b) => [b, 'image/heic'] as const),
]);

/** Brands that promise a HEIF picture but leave its coding open. */
const openBrands = ['mif1', 'msf1'];

export function isHeif(file: ByteReader): boolean {
  return brands(file).some((brand) => typeOfBrand.has(brand) || openBrands.includes(brand));
}

/**
 * Size and turns are properties of the primary item (a grid of tiles is an item of its own, with its own size).
 * EXIF in these files is informative only: the properties alone say how the picture is turned.
 */
export function readHeif(file: ByteReader): StoredHeader {
  const meta = findBox(file, 'meta');
  if (!meta) throw new HeaderFault('truncated', 'ends before the description of its picture');
  const iprp = needBox(meta, 'iprp', fullBoxHeader);
  const properties = [...boxes(needBox(iprp, 'ipco'))];
  const primary = primaryItem(needBox(meta, 'pitm', fullBoxHeader));
  const header = {
    type: typeByBrand(file) ?? typeByCoding(properties),
    ...shown(itemProperties(iprp, properties, primary)),
  };
  const locations = needBox(meta, 'iloc', fullBoxHeader);
  if (!itemDataFits(locations, file.length))
    throw new HeaderFault('truncated', 'ends before its picture does');
  return header;
}

function typeByBrand(file: ByteReader): PhotoType | undefined {
  const decisive = brands(file).find((brand) => typeOfBrand.has(brand));
  return decisive === undefined ? undefined : typeOfBrand.get(decisive);
}

function typeByCoding(properties: Box[]): PhotoType {
  if (properties.some(({ type }) => type === 'av1C')) return 'image/avif';
  if (properties.some(({ type }) => type === 'hvcC')) return 'image/heic';
  throw new HeaderFault('unsupported_type', 'is coded neither as HEIC nor as AVIF');
}

/** EXIF's number for a picture that was first mirrored left to right or not, then turned clockwise n times. */
const plain: readonly Orientation[] = [1, 6, 3, 8];
const mirrored: readonly Orientation[] = [2, 7, 4, 5];

/** Applies crop, turns and mirrors in the order the item lists them. */
function shown(properties: Box[]): Omit<StoredHeader, 'type'> {
  let size: { width: number; height: number } | undefined;
  let turns = 0;
  let isMirrored = false;
  for (const { type, body } of properties) {
    if (type === 'ispe') size ??= { width: body.u32(4), height: body.u32(8) };
    if (type === 'clap' && size) size = cropped(size, body);
    if (type === 'irot') turns -= body.u8(0) & 3; // quarter turns anticlockwise
    if (type === 'imir') {
      const leftToRight = (body.u8(0) & 1) === 1; // else top to bottom
      turns = (leftToRight ? 0 : 2) - turns;
      isMirrored = !isMirrored;
    }
  }
  if (!size) throw new HeaderFault('malformed', 'does not say how large its picture is');
  const orientation = (isMirrored ? mirrored : plain)[turns & 3] ?? 1;
  return { ...size, orientation };
}

/** `clap`, the clean aperture: width and height as fractions; encoders use it to trim odd sizes. */
function cropped(full: { width: number; height: number }, clap: ByteReader) {
  const width = Math.round(clap.u32(0) / clap.u32(4));
  const height = Math.round(clap.u32(8) / clap.u32(12));
  const isInside = width >= 1 && width <= full.width && height >= 1 && height <= full.height;
  if (!isInside) throw new HeaderFault('malformed', 'is cropped to more than there is');
  return { width, height };
}
