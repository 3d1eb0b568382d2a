import type { PhotoSource } from '../domain/api.ts';
import { invalidField } from '../domain/check.ts';
import { KerbsideError } from '../errors.ts';

/** A photo as it is uploaded. Bytes are copied at once: what the caller does to them afterwards does not show. */
export function photoBlob(source: PhotoSource): Blob {
  if (source instanceof Blob) return source;
  if (!(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) {
    throw invalidField('photo', 'a Blob, File, ArrayBuffer or typed array', typeof source);
  }
  try {
    return new Blob([source as BlobPart], { type: 'image/jpeg' });
  } catch (cause) {
    throw new KerbsideError(
      'photo_invalid',
      'The photo could not be read; its buffer was handed to a worker or another window. Pass a copy.',
      { details: { reason: 'unreadable' }, cause },
    );
  }
}
