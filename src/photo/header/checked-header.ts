import { KerbsideError } from '../../errors.ts';
import { type PhotoHeader, readPhotoHeader } from './read-header.ts';

/** Type, upright size and orientation of a photo; throws `photo_invalid` where the bytes are none. */
export function checkedHeader(photo: ArrayBuffer): PhotoHeader {
  const read = readPhotoHeader(new Uint8Array(photo));
  if (read.ok) return read.header;
  throw new KerbsideError('photo_invalid', read.message, { details: { reason: read.reason } });
}
