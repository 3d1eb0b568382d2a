import { errorMessage, KerbsideError } from '../../errors.ts';
import {
  cacheFile,
  type FileProgress,
  type FileToCache,
  RUNTIME_CACHE,
  RUNTIME_IDLE_TIMEOUT_MS,
} from '../../worker/cache-files.ts';
import { fetchFile, RUNTIME_HEADER } from '../../worker/fetch-file.ts';
import type { EngineName } from '../engine.ts';
import { RUNTIMES, workerFileName } from './runtime-files.ts';

interface RuntimeLocations {
  runtimeUrl: string;
  /** Absent if the app bundles the workers. Then the app also caches them. */
  workersUrl?: string | undefined;
  caches?: Pick<CacheStorage, 'open'> | undefined;
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

/**
 * Fetches an engine's runtime files, so that its workers find them in the browser's cache.
 *
 * @throws KerbsideError `model_unavailable` (retryable) if a file cannot be fetched.
 */
export async function fetchRuntime(
  engine: EngineName,
  runtimeUrl: string,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: FileProgress | undefined },
): Promise<void> {
  for (const { name, bytes } of RUNTIMES[engine].files) {
    const url = new URL(name, runtimeUrl).href;
    await fetchFile(url, {
      fetch: (input, init) => fetch(input, init),
      cache: 'default',
      idleTimeoutMs: RUNTIME_IDLE_TIMEOUT_MS,
      bytes,
      onProgress: (received) => onProgress?.(url, received, bytes),
      signal,
    }).catch((cause: unknown) => {
      throw new KerbsideError(
        'model_unavailable',
        `The runtime file ${url} could not be fetched: ${errorMessage(cause)}. Check the network and try again. If that does not help, serve the file at this address.`,
        { details: { url, expectedBytes: bytes }, cause, retryable: true },
      );
    });
  }
}
