import { KerbsideError } from '../errors.ts';
import { rotateOrientation } from './header/photo-header.ts';
import type { PhotoHeader } from './header/read-header.ts';
import { writeJpegOrientation } from './header/write-orientation.ts';

/**
 * Returns a photo that decoders show rotated clockwise. Only its EXIF orientation changes: no pixel is decoded or lost.
 *
 * Browsers disagree about the orientation in files of other types, so only JPEG photos can be rotated.
 *
 * @throws `photo_invalid` if it is not a JPEG.
 */
export function rotatePhoto(
  bytes: ArrayBuffer,
  { type, orientation }: PhotoHeader,
  quarterTurns: 1 | 2 | 3,
): ArrayBuffer {
  if (type === 'image/jpeg') {
    return writeJpegOrientation(new Uint8Array(bytes), rotateOrientation(orientation, quarterTurns)).buffer;
  }
  throw new KerbsideError(
    'photo_invalid',
    `This ${type} photo cannot be rotated before the upload; rotate it before you add it, or add it as JPEG.`,
    { details: { reason: 'not_rotatable', type } },
  );
}
