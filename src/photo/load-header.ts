import { loadChunk } from '../platform/load-chunk.ts';
import { ByteReader } from './header/byte-reader.ts';
import { readFormat, requireHeader } from './header/header-result.ts';
import { JPEG } from './header/jpeg.ts';
import type { PhotoHeader } from './header/photo-header.ts';

/**
 * Loads what reads photos other than JPEG, which cameras and browsers rarely give to an app. Call it when there is a network,
 * because photos are added without one.
 *
 * @throws `model_unavailable` if its file cannot be loaded.
 */
export const loadHeaderReader = () =>
  loadChunk('reads photos other than JPEG', () => import('./header/read-header.ts'));

/**
 * Reads the header of a photo file.
 *
 * @throws `photo_invalid` if the bytes are not a supported photo, `model_unavailable` if they are not a JPEG and the reader of
 * other photos cannot be loaded.
 */
export async function loadPhotoHeader(photo: ArrayBuffer): Promise<PhotoHeader> {
  const jpeg = readFormat(new ByteReader(new Uint8Array(photo)), [JPEG]);
  return jpeg ? requireHeader(jpeg) : (await loadHeaderReader()).requirePhotoHeader(photo);
}
