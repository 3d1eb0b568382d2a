import type { PhotoSource } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import type { Acquisition } from '../domain/records/image.ts';
import { KerbsideError } from '../errors.ts';
import { detectPhotoType } from '../photo/header/detect-photo-type.ts';

/**
 * Converts a photo to a Blob for the upload. Bytes are copied: later changes to the caller's buffer have no effect. Their
 * type is detected.
 *
 * @throws `invalid_input` if the source has the wrong type, `photo_invalid` if its buffer was transferred.
 */
export function toPhotoBlob(source: PhotoSource): Blob {
  if (source instanceof Blob) return source;
  if (!(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) {
    throw invalidField('photo', 'a Blob, File, ArrayBuffer or typed array', typeof source);
  }
  try {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    // The service decides about bytes of an unknown type.
    const type = detectPhotoType(bytes) ?? 'application/octet-stream';
    return new Blob([source as BlobPart], { type });
  } catch (cause) {
    throw new KerbsideError(
      'photo_invalid',
      'The photo cannot be read: its buffer was transferred to a worker or another window. Pass a copy.',
      { details: { reason: 'unreadable' }, cause },
    );
  }
}

/**
 * Returns the acquisition with which the service downloads the photo, or undefined if there is no URL.
 *
 * @param path - Path of the acquisition in the input, for the error.
 * @throws `invalid_input` for a `blob:` URL, which only its own page can read.
 */
export function toUrlAcquisition(
  acquisition: Acquisition | undefined,
  path: string,
): Acquisition | undefined {
  const url = acquisition?.url;
  if (url === undefined) return undefined;
  if (url.startsWith('blob:'))
    throw invalidField(`${path}.url`, 'an http or https URL, or the photo itself', url);
  return { strategy: 'download_from_url', url };
}
