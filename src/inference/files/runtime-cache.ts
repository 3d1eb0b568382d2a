import { KerbsideError } from '../../errors.ts';
import { reasonOf } from '../../platform/error-reason.ts';
import type { EngineName } from '../engines/engine.ts';
import { RUNTIMES } from '../engines/runtimes.ts';
import { receiveFile } from './receive-file.ts';

/** Read by the service-worker helper (src/sw.ts). */
export const RUNTIME_CACHE = 'kerbside-runtime';
/** Marks requests of `preload`, which wants what the browser or the server has, to keep that. */
export const KEEPING_HEADER = 'x-kerbside-keeping';
export const RUNTIME_PATIENCE_MS = 20_000;

/** A file of ours that is fetched or kept, and how much of it is here. */
export type FileProgress = (file: string, receivedBytes: number, totalBytes: number) => void;

/** Fetches an engine's files so that its workers find them in the browser's cache; throws `model_unavailable`. */
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
      patienceMs: RUNTIME_PATIENCE_MS,
      bytes,
      onProgress: (received) => onProgress?.(url, received, bytes),
      signal,
    }).catch((cause: unknown) => {
      throw new KerbsideError(
        'model_unavailable',
        `The runtime's file ${url} could not be fetched: ${reasonOf(cause)}. Try again with a network; if that does not help, serve the file there.`,
        { details: { url, expectedBytes: bytes }, cause, retryable: true },
      );
    });
  }
}
