import { KerbsideError } from '../../src/errors.ts';
import type { Platform } from '../../src/platform/ports.ts';
import { createSlots } from '../../src/platform/slots.ts';
import type { Service } from '../service.ts';

/** Photos of one request that are fetched at the same time. A photo that stalls delays only those that need its place. */
const MAX_CONCURRENT = 4;

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
  const slots = createSlots(MAX_CONCURRENT);
  const tooLarge = new AbortController();
  const { signal } = tooLarge;
  let bytes = 0;
  const fetchPhoto = async (url: string) => {
    if (signal.aborted) return;
    const response = await outbound(url, { signal }).catch(toError);
    responses.set(url, response);
    if (response instanceof Response) bytes += (await response.clone().arrayBuffer()).byteLength;
    if (bytes > limits.uploadBytes) tooLarge.abort();
  };
  await Promise.all([...new Set(urls)].map((url) => slots.run(() => fetchPhoto(url))));
  if (signal.aborted) {
    throw new KerbsideError('photo_too_large', 'The photos together exceed the limit of one request.', {
      details: { maxBytes: limits.uploadBytes },
    });
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
