import { KerbsideError } from '../../src/errors.ts';
import type { Platform } from '../../src/platform/ports.ts';
import type { Service } from '../service.ts';

/**
 * Fetches photos that a request names by URL, each once, before its transaction begins: a stranger's slow server must
 * not hold a connection to the database. Answers a `fetch` that knows these URLs and no others.
 */
export async function fetchPhotos(
  urls: readonly string[],
  { outbound, limits }: Pick<Service, 'outbound' | 'limits'>,
): Promise<Platform['fetch']> {
  const fetched = new Map<string, Response | Error>();
  let bytes = 0;
  for (const url of new Set(urls)) {
    const response = await outbound(url).catch(asError);
    fetched.set(url, response);
    if (response instanceof Response) bytes += (await response.clone().arrayBuffer()).byteLength;
    if (bytes > limits.uploadBytes) {
      throw new KerbsideError('photo_too_large', 'The photos together are over the limit of one request.', {
        details: { maxBytes: limits.uploadBytes },
      });
    }
  }
  return async (url) => {
    const found = fetched.get(url);
    if (found instanceof Response) return found.clone();
    throw found ?? new Error('it was not asked for');
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
