import { abortedError, KerbsideError } from '../../errors.ts';
import { reasonOf } from '../../platform/error-reason.ts';
import { watchSilence } from '../../platform/idle-timeout.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface DownloadOptions {
  fetch: typeof fetch;
  expectedBytes: number;
  /** A connection that brings nothing for so many milliseconds counts as cut. */
  patienceMs: number;
  onProgress?: (received: number) => void;
  /** What an earlier download brought of the file. */
  begun?: Bytes | undefined;
  /** The download has failed or was aborted, after so much of the file. */
  onCut?: (received: Blob) => Promise<void>;
  /** Whether these bytes are the file that was wanted. */
  accept: (bytes: ArrayBuffer) => Promise<boolean>;
  signal?: AbortSignal;
}

/**
 * Fetches a file and answers it only when it is whole. A download that is cut short goes on where it stopped if the
 * server allows ranges, at once and once more when it is asked for again; a file that turns out altered is fetched
 * anew from the start, past any cache.
 */
export async function download(url: string, options: DownloadOptions): Promise<ArrayBuffer> {
  const { accept, signal, expectedBytes, begun, onCut } = options;
  let received = begun ? [begun] : [];
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
      if (error instanceof CutShort) received = error.received;
      if (signal?.aborted) break;
      problem = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (size(received) > 0) await onCut?.(new Blob(received));
  if (signal?.aborted) throw abortedError(signal);
  throw new KerbsideError(
    'model_unavailable',
    `The model file ${url} could not be fetched: ${reasonOf(problem)}.`,
    {
      details: { url, expectedBytes },
      cause: problem,
      retryable: true,
    },
  );
}

/** A connection that ended early, with what it had brought. */
class CutShort extends Error {
  readonly received: Bytes[];

  constructor(received: Bytes[], cause: unknown) {
    super(`the connection ended after ${size(received)} bytes`, { cause });
    this.received = received;
  }
}

async function fetchRest(
  url: string,
  before: Bytes[],
  cache: RequestCache,
  options: DownloadOptions,
): Promise<Bytes[]> {
  const watch = watchSilence(options.patienceMs, options.signal);
  try {
    return await receive(url, before, cache, options, watch);
  } finally {
    watch.end();
  }
}

async function receive(
  url: string,
  before: Bytes[],
  cache: RequestCache,
  { fetch, expectedBytes, onProgress }: DownloadOptions,
  { signal, heard }: ReturnType<typeof watchSilence>,
): Promise<Bytes[]> {
  // Of a file that is all there but for its end of connection there is no rest to ask for: servers answer 416.
  const start = size(before) < expectedBytes ? size(before) : 0;
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
  return received;
}

function size(parts: readonly Bytes[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function joined(parts: readonly Bytes[]): ArrayBuffer {
  const whole = new Uint8Array(size(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}
