import type { ByteReader } from './byte-reader.ts';
import { isItemDataInFile, readItemProperties, readPrimaryItem } from './heif-items.ts';
import { type Box, FULL_BOX_HEADER, findBox, readBoxes, readBrands, requireBox } from './isobmff.ts';
import { HeaderError, type PhotoType, rotateOrientation, type StoredHeader } from './photo-header.ts';

const TYPE_OF_BRAND = new Map<string, PhotoType>([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map((b) => [b, 'image/heic'] as const),
]);

/** Brands of HEIF images of any coding. */
const GENERIC_BRANDS = ['mif1', 'msf1'];

export function isHeif(file: ByteReader): boolean {
  return readBrands(file).some((brand) => TYPE_OF_BRAND.has(brand) || GENERIC_BRANDS.includes(brand));
}

/**
 * Reads the header of a HEIC or AVIF file. Size and rotation are properties of the primary item; a grid of tiles is a
 * separate item with its own size. EXIF is only informative in these files: the properties alone define the rotation.
 */
export function readHeif(file: ByteReader): StoredHeader {
  const meta = findBox(file, 'meta');
  if (!meta) throw new HeaderError('truncated', 'ends before its image description');
  const iprp = requireBox(meta, 'iprp', FULL_BOX_HEADER);
  const properties = [...readBoxes(requireBox(iprp, 'ipco'))];
  const primary = readPrimaryItem(requireBox(meta, 'pitm', FULL_BOX_HEADER));
  const header = {
    type: findTypeByBrand(file) ?? findTypeByCoding(properties),
    ...applyTransforms(readItemProperties(iprp, properties, primary)),
  };
  const locations = requireBox(meta, 'iloc', FULL_BOX_HEADER);
  if (!isItemDataInFile(locations, file.length))
    throw new HeaderError('truncated', 'ends before its image data does');
  return header;
}

export function findTypeByBrand(file: ByteReader): PhotoType | undefined {
  const decisive = readBrands(file).find((brand) => TYPE_OF_BRAND.has(brand));
  return decisive === undefined ? undefined : TYPE_OF_BRAND.get(decisive);
}

function findTypeByCoding(properties: Box[]): PhotoType {
  if (properties.some(({ type }) => type === 'av1C')) return 'image/avif';
  if (properties.some(({ type }) => type === 'hvcC')) return 'image/heic';
  throw new HeaderError('unsupported_type', 'is neither HEIC nor AVIF');
}

/** Applies crops, rotations and mirrors in the order of the item's list. */
function applyTransforms(properties: Box[]): Omit<StoredHeader, 'type'> {
  let size: { width: number; height: number } | undefined;
  let turns = 0;
  let isMirrored = false;
  for (const { type, body } of properties) {
    if (type === 'ispe') size ??= { width: body.u32(4), height: body.u32(8) };
    if (type === 'clap' && size) size = applyCrop(size, body);
    if (type === 'irot') turns -= body.u8(0) & 3; // quarter turns counterclockwise
    if (type === 'imir') {
      const leftToRight = (body.u8(0) & 1) === 1; // otherwise top to bottom
      turns = (leftToRight ? 0 : 2) - turns;
      isMirrored = !isMirrored;
    }
  }
  if (!size) throw new HeaderError('malformed', 'has no image size');
  const orientation = rotateOrientation(isMirrored ? 2 : 1, turns);
  return { ...size, orientation };
}

/** Applies `clap`, the clean aperture: width and height as fractions. Encoders use it to trim odd sizes. */
function applyCrop(full: { width: number; height: number }, clap: ByteReader) {
  const width = Math.round(clap.u32(0) / clap.u32(4));
  const height = Math.round(clap.u32(8) / clap.u32(12));
  const isInside = width >= 1 && width <= full.width && height >= 1 && height <= full.height;
  if (!isInside) throw new HeaderError('malformed', 'is cropped to more than its size');
  return { width, height };
}
