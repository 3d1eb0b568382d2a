import { abortedError, errorMessage, KerbsideError } from '../../errors.ts';
import { type IdleTimeout, withIdleTimeout } from '../../platform/timeouts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface DownloadOptions {
  fetch: typeof fetch;
  expectedBytes: number;
  /** Aborts a request after this time without data. */
  idleTimeoutMs: number;
  onProgress?: (received: number) => void;
  /** The beginning of the file from an interrupted download. */
  partial?: Bytes | undefined;
  /** Called with the received part if the download fails or is aborted. */
  onInterrupted?: (received: Blob) => Promise<void>;
  /** Whether these bytes are the expected file. */
  isExpected: (bytes: ArrayBuffer) => Promise<boolean>;
  signal?: AbortSignal;
}

/**
 * Downloads a file, and retries once.
 *
 * An interrupted download is resumed if the server supports ranges: by the retry, and by a later call with `partial`. A
 * file with unexpected content is downloaded again from the start, bypassing caches.
 *
 * @throws KerbsideError `model_unavailable` (retryable) or `aborted`.
 */
export async function download(url: string, options: DownloadOptions): Promise<ArrayBuffer> {
  const { isExpected, signal, expectedBytes, partial, onInterrupted } = options;
  let received = partial ? [partial] : [];
  let failure = new Error('no data was received');
  for (const cache of ['default', 'reload'] as const) {
    try {
      received = await fetchRest(url, received, cache, options);
      const bytes = joinParts(received);
      if (await isExpected(bytes)) return bytes;
      failure = new Error(
        `the received ${bytes.byteLength} bytes do not match the ${expectedBytes} bytes of the manifest`,
      );
      received = [];
    } catch (error) {
      if (error instanceof InterruptedDownload) received = error.received;
      if (signal?.aborted) break;
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (countBytes(received) > 0) await onInterrupted?.(new Blob(received));
  if (signal?.aborted) throw abortedError(signal);
  throw new KerbsideError(
    'model_unavailable',
    `The model file ${url} could not be fetched: ${errorMessage(failure)}.`,
    { details: { url, expectedBytes }, cause: failure, retryable: true },
  );
}

/** The connection ended early. Holds the received part. */
class InterruptedDownload extends Error {
  readonly received: Bytes[];

  constructor(received: Bytes[], cause: unknown) {
    super(`the connection ended after ${countBytes(received)} bytes`, { cause });
    this.received = received;
  }
}

async function fetchRest(
  url: string,
  earlier: Bytes[],
  cache: RequestCache,
  options: DownloadOptions,
): Promise<Bytes[]> {
  const timeout = withIdleTimeout(options.idleTimeoutMs, options.signal);
  try {
    return await receive(url, earlier, cache, options, timeout);
  } finally {
    timeout.clear();
  }
}

async function receive(
  url: string,
  earlier: Bytes[],
  cache: RequestCache,
  { fetch, expectedBytes, onProgress }: DownloadOptions,
  { signal, reset }: IdleTimeout,
): Promise<Bytes[]> {
  // If all bytes were received before the interruption, there is no rest to request: servers respond with 416.
  const start = countBytes(earlier) < expectedBytes ? countBytes(earlier) : 0;
  const headers = start > 0 ? { Range: `bytes=${start}-` } : {};
  const response = await fetch(url, { headers, cache, signal });
  if (!response.ok || !response.body) throw new Error(`the server responded with ${response.status}`);
  const received = response.status === 206 ? [...earlier] : [];
  let total = countBytes(received);
  const reader = response.body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      reset();
      received.push(chunk.value);
      total += chunk.value.byteLength;
      onProgress?.(total);
      // Longer than in the manifest: this is another file.
      if (total > expectedBytes) await reader.cancel();
    }
  } catch (error) {
    throw new InterruptedDownload(received, error);
  }
  return received;
}

function countBytes(parts: readonly Bytes[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function joinParts(parts: readonly Bytes[]): ArrayBuffer {
  const whole = new Uint8Array(countBytes(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}
