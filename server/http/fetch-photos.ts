import { KerbsideError } from '../../src/errors.ts';
import type { Platform } from '../../src/platform/ports.ts';
import type { Service } from '../service.ts';

/**
 * Fetches the photos that a request gives by URL, each once. This happens before the transaction: a slow foreign server
 * must not hold a database connection.
 *
 * @returns A `fetch` that serves only these URLs.
 * @throws `photo_too_large` if the photos together exceed the limit of one request.
 */
export async function fetchPhotos(
  urls: readonly string[],
  { outbound, limits }: Pick<Service, 'outbound' | 'limits'>,
): Promise<Platform['fetch']> {
  const responses = new Map<string, Response | Error>();
  let bytes = 0;
  for (const url of new Set(urls)) {
    const response = await outbound(url).catch(toError);
    responses.set(url, response);
    if (response instanceof Response) bytes += (await response.clone().arrayBuffer()).byteLength;
    if (bytes > limits.uploadBytes) {
      throw new KerbsideError('photo_too_large', 'The photos together exceed the limit of one request.', {
        details: { maxBytes: limits.uploadBytes },
      });
    }
  }
  return async (url) => {
    const response = responses.get(url);
    if (response instanceof Response) return response.clone();
    throw response ?? new Error('The URL is not part of the request.');
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
