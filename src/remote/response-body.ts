import { KerbsideError } from '../errors.ts';
import type { HttpResponse } from './transport.ts';

/** Returns the body as JSON, or undefined if it is not JSON: HTML, truncated or empty. */
export function parseJsonBody({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Creates a reader of JSON responses.
 *
 * @throws `remote_invalid` if the body is not JSON, and what `decode` throws.
 */
export function readJson<T>(decode: (json: unknown) => T): (response: HttpResponse) => T {
  return (response) => {
    const json = parseJsonBody(response);
    if (json !== undefined) return decode(json);
    const type = response.header('content-type') ?? 'no type';
    throw new KerbsideError(
      'remote_invalid',
      `The response is not JSON (${response.body.byteLength} bytes of ${type}). It is truncated, or does not come from the service.`,
      { details: { contentType: type, bytes: response.body.byteLength }, retryable: true },
    );
  };
}

/**
 * Reads a photo.
 *
 * @throws `remote_invalid` if the response is not an image, for example an HTML page.
 */
export function readPhoto({ header, body }: HttpResponse): { bytes: ArrayBuffer; type: string } {
  const type = header('content-type')?.split(';')[0]?.trim() ?? '';
  if (type.startsWith('image/') && body.byteLength > 0) return { bytes: body, type };
  throw new KerbsideError(
    'remote_invalid',
    `The response is not a photo (${body.byteLength} bytes of ${type || 'no type'}).`,
    { details: { contentType: type, bytes: body.byteLength }, retryable: true },
  );
}
