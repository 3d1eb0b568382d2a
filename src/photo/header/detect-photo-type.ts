import { ByteReader } from './byte-reader.ts';
import { findTypeByBrand } from './heif.ts';
import { isJpeg } from './jpeg.ts';
import type { PhotoType } from './photo-header.ts';
import { isPng } from './png.ts';
import { isWebp } from './webp.ts';

/**
 * Returns the type of a photo file by its first bytes. Reads no more of it, so a truncated photo has a type, too. Returns
 * undefined for other files, and for HEIF images whose brands do not say how they are coded.
 */
export function detectPhotoType(bytes: Uint8Array): PhotoType | undefined {
  const file = new ByteReader(bytes);
  if (isJpeg(file)) return 'image/jpeg';
  if (isPng(file)) return 'image/png';
  if (isWebp(file)) return 'image/webp';
  return findTypeByBrand(file);
}
