import { errorMessage, KerbsideError, throwIfAborted } from '../../errors.ts';
import type { EngineName } from '../engines/engine.ts';
import { RUNTIMES, workerFileName } from '../engines/runtimes.ts';
import { fetchFile } from './fetch-file.ts';
import {
  type FileProgress,
  PRELOAD_HEADER,
  RUNTIME_CACHE,
  RUNTIME_IDLE_TIMEOUT_MS,
} from './fetch-runtime.ts';

/** Header of cached files: the runtime and version that they belong to. */
const RUNTIME_HEADER = 'x-kerbside-runtime';

interface RuntimeLocations {
  runtimeUrl: string;
  /** Absent if the app bundles the workers. Then the app also caches them. */
  workersUrl?: string | undefined;
  caches?: Pick<CacheStorage, 'open'> | undefined;
}

interface FileToCache {
  url: string;
  runtime?: string;
  /** The size of a runtime file. Absent for scripts. */
  bytes?: number;
  onProgress?: FileProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Caches the files of these engines, for the service worker to serve them offline, and deletes those of other versions.
 *
 * @throws KerbsideError `model_unavailable` or `storage_full`, retryable.
 */
export async function cacheRuntime(
  engines: readonly EngineName[],
  { runtimeUrl, workersUrl, caches }: RuntimeLocations,
  { onProgress, signal }: Pick<FileToCache, 'onProgress' | 'signal'> = {},
): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const engine of engines) {
    const runtime = runtimeId(engine);
    for (const { name, bytes } of RUNTIMES[engine].files)
      await cacheFile(cache, { url: new URL(name, runtimeUrl).href, runtime, bytes, onProgress, signal });
    if (workersUrl)
      await cacheFile(cache, { url: new URL(workerFileName(engine), workersUrl).href, runtime, signal });
  }
  await deleteOtherVersions(cache);
}

/** Caches files that the service worker knows by name. */
export async function cacheFiles(
  urls: readonly string[],
  caches?: Pick<CacheStorage, 'open'>,
): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const url of urls) await cacheFile(cache, { url });
}

async function cacheFile(cache: Cache, file: FileToCache): Promise<void> {
  if (await isCached(cache, file)) return;
  try {
    const response = (await fetchFromHttpCache(file)) ?? (await fetchForCache(file, 'reload'));
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

/** Runtime files of one version never change. Scripts are small and are cached again each time. */
async function isCached(cache: Cache, { url, runtime, bytes }: FileToCache): Promise<boolean> {
  const cached = bytes === undefined ? undefined : await cache.match(url);
  if (!cached || cached.headers.get(RUNTIME_HEADER) !== runtime) return false;
  return (await cached.blob()).size === bytes;
}

/**
 * Returns the file from the browser's HTTP cache: the self-test of the engine usually just loaded it. A file of another
 * size belongs to another version.
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

/** Compares versions, not addresses: 2 apps of one origin share this cache and may use different folders. */
async function deleteOtherVersions(cache: Cache): Promise<void> {
  const current = new Set((Object.keys(RUNTIMES) as EngineName[]).map(runtimeId));
  for (const request of await cache.keys()) {
    const runtime = (await cache.match(request))?.headers.get(RUNTIME_HEADER);
    if (runtime && !current.has(runtime)) await cache.delete(request);
  }
}

function runtimeId(engine: EngineName): string {
  return `${RUNTIMES[engine].package} ${RUNTIMES[engine].version}`;
}
