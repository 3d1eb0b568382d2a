import { abortedError, KerbsideError } from '../errors.ts';
import type { Platform } from '../platform/ports.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import { type IdleTimeout, withIdleTimeout } from '../platform/timeouts.ts';
import { checkByteLength } from './photo-limits.ts';

/** A download that gets no data for this long has failed: others wait for its slot. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Downloads a photo.
 *
 * @throws `photo_too_large` if it has more than `maxBytes`, `photo_unavailable` if the download fails, `aborted`.
 */
export async function downloadPhoto(
  url: string,
  { platform, maxBytes }: { platform: Pick<Platform, 'fetch'>; maxBytes: number },
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const timeout = withIdleTimeout(IDLE_TIMEOUT_MS, signal);
  try {
    const fetched = platform.fetch(url, { signal: timeout.signal });
    const response = await rejectOnAbort(fetched, timeout.signal);
    if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
    checkByteLength(Number(response.headers.get('content-length') ?? 0), maxBytes);
    return await rejectOnAbort(readBytes(response, maxBytes, timeout), timeout.signal);
  } catch (cause) {
    if (signal?.aborted) throw abortedError(signal);
    const failure: unknown = timeout.signal.aborted ? timeout.signal.reason : cause;
    if (failure instanceof KerbsideError) throw failure;
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new KerbsideError('photo_unavailable', `The photo at ${url} could not be downloaded: ${reason}.`, {
      details: { url },
      cause,
      retryable: true,
    });
  } finally {
    timeout.clear();
  }
}

async function readBytes({ body }: Response, maxBytes: number, timeout: IdleTimeout): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    timeout.reset();
    chunks.push(read.value);
    length += read.value.byteLength;
    checkByteLength(length, maxBytes);
  }
  return new Blob(chunks).arrayBuffer();
}
