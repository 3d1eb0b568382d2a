import { KerbsideError } from '../errors.ts';
import type { HttpResponse } from './transport.ts';

/** A photo's bytes; a page of HTML in its place is none. */
export function readPhoto({ header, body }: HttpResponse): { bytes: ArrayBuffer; type: string } {
  const type = header('content-type')?.split(';')[0]?.trim() ?? '';
  if (type.startsWith('image/') && body.byteLength > 0) return { bytes: body, type };
  throw new KerbsideError(
    'remote_invalid',
    `the answer is no photo (${body.byteLength} bytes of ${type || 'no type'}).`,
    { details: { contentType: type, bytes: body.byteLength }, retryable: true },
  );
}
