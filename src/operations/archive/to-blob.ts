import { invalidField } from '../../domain/check.ts';
import { KerbsideError } from '../../errors.ts';

/**
 * Returns the file that the caller passed.
 *
 * @throws `invalid_input` if it is not a file, or its buffer was transferred.
 */
export function toBlob(zip: unknown): Blob {
  if (zip instanceof Blob) return zip;
  try {
    if (zip instanceof ArrayBuffer) return new Blob([zip]);
    if (zip instanceof Uint8Array) return new Blob([new Uint8Array(zip)]);
  } catch (cause) {
    throw new KerbsideError(
      'invalid_input',
      'The file cannot be read: its buffer was transferred. Pass a copy.',
      {
        details: { path: 'zip' },
        cause,
      },
    );
  }
  throw invalidField('zip', 'a Blob, ArrayBuffer or Uint8Array', typeof zip);
}
