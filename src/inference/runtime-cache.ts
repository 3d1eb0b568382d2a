import { KerbsideError } from '../errors.ts';
import type { EngineName } from './engine.ts';
import { RUNTIMES, workerFile } from './runtimes.ts';

/** Read by the service-worker helper (src/sw.ts). */
export const RUNTIME_CACHE = 'kerbside-runtime';

export interface RuntimeLocations {
  runtimeUrl: string;
  /** Absent where the app bundles the workers itself: then it caches them itself, too. */
  workersUrl?: string | undefined;
  caches?: Pick<CacheStorage, 'open'> | undefined;
}

/** Keeps the files that these engines are made of, for the service worker to answer with when there is no network. */
export async function keepRuntime(
  engines: readonly EngineName[],
  { runtimeUrl, workersUrl, caches }: RuntimeLocations,
): Promise<void> {
  const urls = engines.flatMap((engine) => [
    ...RUNTIMES[engine].files.map((file) => new URL(file, runtimeUrl).href),
    ...(workersUrl ? [new URL(workerFile(engine), workersUrl).href] : []),
  ]);
  await keepFiles(urls, caches);
}

/** Keeps files of ours that the service worker knows by name. */
export async function keepFiles(urls: readonly string[], caches?: Pick<CacheStorage, 'open'>): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const url of urls) await keep(cache, url);
}

/** `reload`: past the HTTP cache, and past the service worker, which would answer with what is kept already. */
async function keep(cache: Cache, url: string): Promise<void> {
  try {
    const response = await fetch(url, { cache: 'reload' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await cache.put(url, response);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerbsideError('model_unavailable', `${url} could not be kept for offline use: ${reason}.`, {
      details: { url },
      cause,
      retryable: true,
    });
  }
}
