import { errorMessage, KerbsideError } from '../../errors.ts';
import { type FileProgress, RUNTIME_IDLE_TIMEOUT_MS } from '../../worker/cache-files.ts';
import { fetchFile } from '../../worker/fetch-file.ts';
import type { EngineName } from '../engine.ts';
import { RUNTIMES } from '../engines/runtime-files.ts';

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
