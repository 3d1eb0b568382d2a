import { KerbsideError, throwIfAborted } from '../../errors.ts';
import { reasonOf } from '../../platform/error-reason.ts';
import type { EngineName } from '../engines/engine.ts';
import { RUNTIMES, workerFile } from '../engines/runtimes.ts';
import { receiveFile } from './receive-file.ts';
import { type FileProgress, KEEPING_HEADER, RUNTIME_CACHE, RUNTIME_PATIENCE_MS } from './runtime-cache.ts';

/** On what is kept: the runtime that it belongs to. */
const RUNTIME_HEADER = 'x-kerbside-runtime';

export interface RuntimeLocations {
  runtimeUrl: string;
  /** Absent where the app bundles the workers itself: then it caches them itself, too. */
  workersUrl?: string | undefined;
  caches?: Pick<CacheStorage, 'open'> | undefined;
}

/** A file to keep; of a runtime's own files the size is known. */
interface Wanted {
  url: string;
  runtime?: string;
  bytes?: number;
  onProgress?: FileProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Keeps the files that these engines are made of, for the service worker to answer with when there is no network, and
 * lets go of those of other versions.
 */
export async function keepRuntime(
  engines: readonly EngineName[],
  { runtimeUrl, workersUrl, caches }: RuntimeLocations,
  { onProgress, signal }: Pick<Wanted, 'onProgress' | 'signal'> = {},
): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const engine of engines) {
    const runtime = runtimeOf(engine);
    for (const { name, bytes } of RUNTIMES[engine].files)
      await keep(cache, { url: new URL(name, runtimeUrl).href, runtime, bytes, onProgress, signal });
    if (workersUrl) await keep(cache, { url: new URL(workerFile(engine), workersUrl).href, runtime, signal });
  }
  await forgetOthers(cache);
}

/** Keeps files of ours that the service worker knows by name. */
export async function keepFiles(urls: readonly string[], caches?: Pick<CacheStorage, 'open'>): Promise<void> {
  if (!caches) return;
  const cache = await caches.open(RUNTIME_CACHE);
  for (const url of urls) await keep(cache, { url });
}

async function keep(cache: Cache, file: Wanted): Promise<void> {
  if (await isKept(cache, file)) return;
  try {
    const response = (await fromBrowser(file)) ?? (await received(file, 'reload'));
    if (file.runtime) response.headers.set(RUNTIME_HEADER, file.runtime);
    await cache.put(file.url, response);
  } catch (cause) {
    throwIfAborted(file.signal);
    throw notKept(file.url, cause);
  }
}

function notKept(url: string, cause: unknown): KerbsideError {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError';
  const reason = isFull ? 'the device has no room left. Free space, then try again' : reasonOf(cause);
  return new KerbsideError(
    isFull ? 'storage_full' : 'model_unavailable',
    `${url} could not be kept for offline use: ${reason}.`,
    { details: { url }, cause, retryable: true },
  );
}

/** Megabytes of a version that does not change are fetched once; scripts of a few kilobytes each time. */
async function isKept(cache: Cache, { url, runtime, bytes }: Wanted): Promise<boolean> {
  const copy = bytes === undefined ? undefined : await cache.match(url);
  if (!copy || copy.headers.get(RUNTIME_HEADER) !== runtime) return false;
  return (await copy.blob()).size === bytes;
}

/**
 * The engine was just tried with it, so the browser's cache has it as a rule; of another size it is another version's.
 * Not `only-if-cached`: in a page with a service worker that ends Chromium's renderer.
 */
async function fromBrowser(file: Wanted): Promise<Response | undefined> {
  if (file.bytes === undefined) return undefined;
  const response = await received(file, 'force-cache').catch(() => undefined);
  return response && (await response.clone().blob()).size === file.bytes ? response : undefined;
}

/** Marked, so that the service worker does not answer with what is kept already. */
function received({ url, bytes, onProgress, signal }: Wanted, cache: RequestCache): Promise<Response> {
  return receiveFile(url, {
    fetch: (input, init) => fetch(input, { ...init, headers: { [KEEPING_HEADER]: '1' } }),
    cache,
    patienceMs: RUNTIME_PATIENCE_MS,
    bytes,
    signal,
    onProgress: (count) => onProgress?.(url, count, bytes ?? 0),
  });
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
