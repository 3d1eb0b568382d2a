import { errorMessage, KerbsideError } from '../../errors.ts';
import type { EngineName } from '../engines/engine.ts';
import { RUNTIMES } from '../engines/runtimes.ts';
import { fetchFile } from './fetch-file.ts';

/** Name of the cache. The service worker (src/service-worker/serve-files.ts) reads from it. */
export const RUNTIME_CACHE = 'kerbside-runtime';
/** Marks the requests of `preload`: the service worker must not respond from its cache. */
export const PRELOAD_HEADER = 'x-kerbside-keeping';
export const RUNTIME_IDLE_TIMEOUT_MS = 20_000;

/** Called while a file is fetched. */
export type FileProgress = (file: string, receivedBytes: number, totalBytes: number) => void;

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
