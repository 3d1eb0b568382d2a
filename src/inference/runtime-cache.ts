import { KerbsideError } from '../errors.ts';
import type { EngineName } from './engine.ts';
import { receiveFile } from './receive-file.ts';
import { RUNTIMES, workerFile } from './runtimes.ts';

/** Read by the service-worker helper (src/sw.ts). */
export const RUNTIME_CACHE = 'kerbside-runtime';
/** On what is kept: the runtime that it belongs to. */
const RUNTIME_HEADER = 'x-kerbside-runtime';
const PATIENCE_MS = 20_000;

export interface RuntimeLocations {
  runtimeUrl: string;
  /** Absent where the app bundles the workers itself: then it caches them itself, too. */
  workersUrl?: string | undefined;
  caches?: Pick<CacheStorage, 'open'> | undefined;
}

/** A file of ours that is fetched or kept, and how much of it is here. */
export type FileProgress = (file: string, receivedBytes: number, totalBytes: number) => void;

/**
 * Keeps the files that these engines are made of, for the service worker to answer with when there is no network, and
 * lets go of those of other versions.
 */
export async function keepRuntime(
  engines: readonly EngineName[],
  { runtimeUrl, workersUrl, caches }: RuntimeLocations,
  onProgress?: FileProgress,
): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const engine of engines) {
    for (const { name, bytes } of RUNTIMES[engine].files) {
      const url = new URL(name, runtimeUrl).href;
      await keep(cache, url, runtimeOf(engine), (received) => onProgress?.(url, received, bytes));
    }
    if (workersUrl) await keep(cache, new URL(workerFile(engine), workersUrl).href, runtimeOf(engine));
  }
  await forgetOthers(cache);
}

/** Keeps files of ours that the service worker knows by name. */
export async function keepFiles(urls: readonly string[], caches?: Pick<CacheStorage, 'open'>): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const url of urls) await keep(cache, url);
}

/** Fetches an engine's files so that its workers find them in the browser's cache. */
export async function fetchRuntime(
  engine: EngineName,
  runtimeUrl: string,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: FileProgress | undefined },
): Promise<void> {
  for (const { name, bytes } of RUNTIMES[engine].files) {
    const url = new URL(name, runtimeUrl).href;
    await receiveFile(url, {
      fetch: (input, init) => fetch(input, init),
      cache: 'default',
      patienceMs: PATIENCE_MS,
      onProgress: (received) => onProgress?.(url, received, bytes),
      signal,
    });
  }
}

/** `reload`: past the HTTP cache, and past the service worker, which would answer with what is kept already. */
async function keep(
  cache: Cache,
  url: string,
  runtime?: string,
  onProgress?: (received: number) => void,
): Promise<void> {
  try {
    const response = await receiveFile(url, {
      fetch: (input, init) => fetch(input, init),
      cache: 'reload',
      patienceMs: PATIENCE_MS,
      onProgress,
    });
    if (runtime) response.headers.set(RUNTIME_HEADER, runtime);
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

/** By version and not by place: two apps of one origin share this cache, and may keep their files in two folders. */
async function forgetOthers(cache: Cache): Promise<void> {
  const current = new Set((Object.keys(RUNTIMES) as EngineName[]).map(runtimeOf));
  for (const request of await cache.keys()) {
    const runtime = (await cache.match(request))?.headers.get(RUNTIME_HEADER);
    if (runtime && !current.has(runtime)) await cache.delete(request);
  }
}

function runtimeOf(engine: EngineName): string {
  return `${RUNTIMES[engine].package} ${RUNTIMES[engine].version}`;
}
