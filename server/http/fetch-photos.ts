import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { KerbsideError } from '../../src/errors.ts';
import type { Platform } from '../../src/platform/ports.ts';
import { createSlots } from '../../src/platform/slots.ts';
import type { Service } from '../service.ts';
import type { RequestBody } from './request-body.ts';

/** Photos of one request that are fetched at the same time. A photo that stalls delays only those that need its place. */
const MAX_CONCURRENT = 4;

/** Photos that a request gives by URL. They are on disk. */
export interface FetchedPhotos {
  /** Serves only the URLs of the request. */
  fetch: Platform['fetch'];
  /** Bytes of the photos of all images. A photo counts once for each image. */
  bytes: number;
}

/**
 * Fetches the photos that a request gives by URL, each once, to files of the request. This happens before the transaction: a
 * slow foreign server must not hold a database connection, nor memory that other photos need.
 *
 * @throws `photo_too_large` if the photos together exceed the limit of one request.
 */
export async function fetchPhotos(
  urls: readonly string[],
  { outbound, limits, openFolder }: Pick<Service, 'outbound' | 'limits'> & Pick<RequestBody, 'openFolder'>,
): Promise<FetchedPhotos> {
  const photos = new Map<string, { response: Response; file: Blob } | Error>();
  const slots = createSlots(MAX_CONCURRENT);
  const tooLarge = new AbortController();
  const { signal } = tooLarge;
  let bytes = 0;
  const fetchPhoto = async (url: string, path: string) => {
    if (signal.aborted) return;
    const response = await outbound(url, { signal, file: path }).catch(toError);
    const photo = response instanceof Response ? { response, file: await openAsBlob(path) } : response;
    photos.set(url, photo);
    bytes += sizeOf(photo) * urls.filter((one) => one === url).length;
    if (bytes > limits.uploadBytes) tooLarge.abort();
  };
  const unique = [...new Set(urls)];
  const folder = unique.length === 0 ? '' : await openFolder();
  await Promise.all(
    unique.map((url, index) => slots.run(() => fetchPhoto(url, join(folder, `url-${index}`)))),
  );
  if (signal.aborted) throw photosTooLargeError(limits.uploadBytes);
  return {
    bytes,
    async fetch(url) {
      const photo = photos.get(url) ?? new Error('The URL is not part of the request.');
      if (photo instanceof Error) throw photo;
      const { response, file } = photo;
      return new Response(response.body && file, response);
    },
  };
}

function sizeOf(photo: { file: Blob } | Error): number {
  return 'file' in photo ? photo.file.size : 0;
}

export function photosTooLargeError(maxBytes: number): KerbsideError {
  return new KerbsideError('photo_too_large', 'The photos together exceed the limit of one request.', {
    details: { maxBytes },
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
