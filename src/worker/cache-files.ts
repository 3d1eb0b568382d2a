import { errorMessage, KerbsideError, throwIfAborted } from '../errors.ts';
import { fetchFile, RUNTIME_HEADER, WrongResponseError } from './fetch-file.ts';

/** Name of the cache. The service worker (src/service-worker/serve-files.ts) reads from it. */
export const RUNTIME_CACHE = 'kerbside-runtime';
/** Marks the requests of `preload`: the service worker must not respond from its cache. */
export const PRELOAD_HEADER = 'x-kerbside-keeping';
export const RUNTIME_IDLE_TIMEOUT_MS = 20_000;

/** Called while a file is downloaded from the network. */
export type FileProgress = (file: string, receivedBytes: number, totalBytes: number) => void;

export interface FileToCache {
  url: string;
  runtime?: string;
  /** The size of a runtime file. Absent for scripts. */
  bytes?: number;
  onProgress?: FileProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Caches worker scripts, for the service worker to serve them offline. Without a network, scripts that are cached suffice.
 *
 * @throws KerbsideError `model_unavailable` or `storage_full`, retryable.
 */
export async function cacheFiles(
  urls: readonly string[],
  caches?: Pick<CacheStorage, 'open'>,
): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const url of urls) await cacheFile(cache, { url });
}

/** Caches a file, unless the same version of it is cached. */
export async function cacheFile(cache: Cache, file: FileToCache): Promise<void> {
  const hasCached = await isCached(cache, file);
  // Runtime files of one version never change. Scripts are small and are cached again each time.
  if (hasCached && file.bytes !== undefined) return;
  try {
    const response = await fetchNewest(file).catch((error: unknown) => {
      throwIfAborted(file.signal);
      if (!hasCached || error instanceof WrongResponseError) throw error;
    });
    if (!response) return; // the cached script works offline
    if (file.runtime) response.headers.set(RUNTIME_HEADER, file.runtime);
    await cache.put(file.url, response);
  } catch (cause) {
    throwIfAborted(file.signal);
    throw createCacheError(file.url, cause);
  }
}

function createCacheError(url: string, cause: unknown): KerbsideError {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError';
  const reason = isFull ? 'the device is out of storage. Free some space and try again' : errorMessage(cause);
  return new KerbsideError(
    isFull ? 'storage_full' : 'model_unavailable',
    `${url} could not be cached for offline use: ${reason}.`,
    { details: { url }, cause, retryable: true },
  );
}

/** Whether the file is cached with the expected version and size. */
async function isCached(cache: Cache, { url, runtime, bytes }: FileToCache): Promise<boolean> {
  const cached = await cache.match(url);
  if (!cached || cached.headers.get(RUNTIME_HEADER) !== (runtime ?? null)) return false;
  return bytes === undefined || (await cached.blob()).size === bytes;
}

async function fetchNewest(file: FileToCache): Promise<Response> {
  return (await fetchFromHttpCache(file)) ?? fetchForCache(file, 'reload');
}

/**
 * Returns the file from the browser's HTTP cache: the self-test of the engine usually just loaded it. A file of another
 * size belongs to another version. A file that is not there is downloaded.
 *
 * Does not use `only-if-cached`: it crashes Chromium's renderer in a page with a service worker.
 */
async function fetchFromHttpCache(file: FileToCache): Promise<Response | undefined> {
  if (file.bytes === undefined) return undefined;
  const response = await fetchForCache(file, 'force-cache').catch(() => undefined);
  return response && (await response.clone().blob()).size === file.bytes ? response : undefined;
}

/** Marks the request, so that the service worker does not respond from its cache. */
function fetchForCache(
  { url, bytes, onProgress, signal }: FileToCache,
  cache: RequestCache,
): Promise<Response> {
  return fetchFile(url, {
    fetch: (input, init) => fetch(input, { ...init, headers: { [PRELOAD_HEADER]: '1' } }),
    cache,
    idleTimeoutMs: RUNTIME_IDLE_TIMEOUT_MS,
    bytes,
    signal,
    onProgress: (received) => onProgress?.(url, received, bytes ?? 0),
  });
}
