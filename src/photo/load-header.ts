import { loadChunk } from '../platform/load-chunk.ts';
import { ByteReader } from './header/byte-reader.ts';
import { requireHeader } from './header/header-result.ts';
import type { PhotoHeader } from './header/photo-header.ts';
import { readCommonHeader } from './header/read-common-header.ts';

/**
 * Loads what reads HEIC and AVIF: most photos are JPEG. Call it when there is a network, because photos are added without one.
 *
 * @throws `model_unavailable` if its file cannot be loaded.
 */
export const loadHeifReader = () =>
  loadChunk('reads HEIC and AVIF photos', () => import('./header/read-header.ts'));

/**
 * Reads the header of a photo file.
 *
 * @throws `photo_invalid` if the bytes are not a supported photo, `model_unavailable` if the reader of HEIC and AVIF cannot be
 * loaded.
 */
export async function loadPhotoHeader(photo: ArrayBuffer): Promise<PhotoHeader> {
  const file = new ByteReader(new Uint8Array(photo));
  const hasBrand = file.startsWith('ftyp', 4);
  if (!hasBrand) return requireHeader(readCommonHeader(file));
  return (await loadHeifReader()).requirePhotoHeader(photo);
}
