import { ByteReader } from './byte-reader.ts';
import { type PhotoHeaderResult, readFormat, rejectHeader, requireHeader } from './header-result.ts';
import { isHeif, readHeif } from './heif.ts';
import { readBrands } from './isobmff.ts';
import type { PhotoHeader } from './photo-header.ts';
import { readCommonHeader } from './read-common-header.ts';

export type { Orientation, PhotoHeader } from './photo-header.ts';

const HEIF = { name: 'HEIF image', matches: isHeif, read: readHeif };

/**
 * Reads type, upright size and orientation from the structure of a photo file, without decoding pixels. Also detects
 * truncated files. Never throws, for any bytes.
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeaderResult {
  const file = new ByteReader(bytes);
  return readFormat(file, [HEIF]) ?? rejectVideo(file) ?? readCommonHeader(file);
}

/**
 * Reads the header of a photo file like {@link readPhotoHeader}.
 *
 * @throws `photo_invalid` if the bytes are not a supported photo.
 */
export function requirePhotoHeader(photo: ArrayBuffer): PhotoHeader {
  return requireHeader(readPhotoHeader(new Uint8Array(photo)));
}

/** Videos and some raw files have the container of HEIF images. */
function rejectVideo(file: ByteReader): PhotoHeaderResult | undefined {
  const [brand] = readBrands(file);
  if (brand === undefined) return undefined;
  if (brand === 'crx ') return rejectHeader('unsupported_type', 'This is a raw camera file');
  return rejectHeader('unsupported_type', `This is ${brand === 'qt  ' ? 'a QuickTime' : 'an MP4'} video`);
}
