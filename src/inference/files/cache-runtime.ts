import { cacheFile, type FileToCache, RUNTIME_CACHE } from '../../worker/cache-files.ts';
import { RUNTIME_HEADER } from '../../worker/fetch-file.ts';
import type { EngineName } from '../engine.ts';
import { RUNTIMES, workerFileName } from '../engines/runtime-files.ts';

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
