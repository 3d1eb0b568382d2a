import { KerbsideError } from '../../src/errors.ts';
import type { Platform } from '../../src/platform/ports.ts';
import { isObject } from '../../src/wire/case.ts';
import type { Service } from '../service.ts';
import type { RequestBody } from './request-body.ts';

/**
 * Fetches the photos that a body names by URL, before the request's transaction begins: a stranger's slow server must
 * not hold a connection to the database. Answers a `fetch` that knows these URLs and no others.
 */
export async function fetchPhotos(
  body: RequestBody,
  { outbound, limits }: Pick<Service, 'outbound' | 'limits'>,
): Promise<Platform['fetch']> {
  const fetched = new Map<string, Response | Error>();
  let bytes = 0;
  for (const url of photoUrls(body.json, body.files)) {
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

/** Each URL once; an image whose file came along needs none. */
export function photoUrls(json: unknown, files: Record<string, Blob>): Set<string> {
  const images = isObject(json)
    ? [json, json.new_image, ...(Array.isArray(json.images) ? json.images : [])]
    : [];
  const urls = images.flatMap((image) => {
    if (!isObject(image) || !isObject(image.acquisition)) return [];
    const { url, file_key } = image.acquisition;
    const isHere = typeof file_key === 'string' && file_key in files;
    return typeof url === 'string' && !isHere ? [url] : [];
  });
  return new Set(urls);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
