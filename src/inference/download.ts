import { abortedError, KerbsideError } from '../errors.ts';
import { watchSilence } from './silence.ts';

export interface DownloadOptions {
  fetch: typeof fetch;
  expectedBytes: number;
  /** A connection that brings nothing for so many milliseconds counts as cut. */
  patienceMs: number;
  onProgress?: (received: number) => void;
  /** Whether these bytes are the file that was wanted. */
  accept: (bytes: ArrayBuffer) => Promise<boolean>;
  signal?: AbortSignal;
}

/**
 * Fetches a file and answers it only when it is whole. A download that is cut short goes on where it stopped if
 * the server allows ranges; a file that turns out altered is fetched once more from the start, past any cache.
 */
export async function download(url: string, options: DownloadOptions): Promise<ArrayBuffer> {
  const { accept, signal, expectedBytes } = options;
  let received: Uint8Array[] = [];
  let problem = new Error('nothing was received');
  for (const cache of ['default', 'reload'] as const) {
    try {
      received = await fetchRest(url, received, cache, options);
      const bytes = joined(received);
      if (await accept(bytes)) return bytes;
      problem = new Error(
        `${bytes.byteLength} bytes came that do not match the ${expectedBytes} in the manifest`,
      );
      received = [];
    } catch (error) {
      if (signal?.aborted) throw abortedError(signal);
      if (error instanceof CutShort) received = error.received;
      problem = error instanceof Error ? error : new Error(String(error));
    }
  }
  throw new KerbsideError(
    'model_unavailable',
    `The model file ${url} could not be fetched: ${problem.message}.`,
    {
      details: { url, expectedBytes },
      cause: problem,
      retryable: true,
    },
  );
}

/** A connection that ended early, with what it had brought. */
class CutShort extends Error {
  readonly received: Uint8Array[];

  constructor(received: Uint8Array[], cause: unknown) {
    super(`the connection ended after ${size(received)} bytes`, { cause });
    this.received = received;
  }
}

async function fetchRest(
  url: string,
  before: Uint8Array[],
  cache: RequestCache,
  options: DownloadOptions,
): Promise<Uint8Array[]> {
  const watch = watchSilence(options.patienceMs, options.signal);
  try {
    return await receive(url, before, cache, options, watch);
  } finally {
    watch.end();
  }
}

async function receive(
  url: string,
  before: Uint8Array[],
  cache: RequestCache,
  { fetch, expectedBytes, onProgress }: DownloadOptions,
  { signal, heard }: ReturnType<typeof watchSilence>,
): Promise<Uint8Array[]> {
  const start = size(before);
  const headers = start > 0 ? { Range: `bytes=${start}-` } : {};
  const response = await fetch(url, { headers, cache, signal });
  if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
  const received = response.status === 206 ? [...before] : [];
  let total = size(received);
  const reader = response.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      received.push(part.value);
      total += part.value.byteLength;
      onProgress?.(total);
      // Longer than the manifest says: whatever it is, it is not our file.
      if (total > expectedBytes) await reader.cancel();
    }
  } catch (error) {
    throw new CutShort(received, error);
  }
  if (total < expectedBytes) throw new CutShort(received, undefined);
  return received;
}

function size(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(size(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}
