import { watchSilence } from '../../platform/idle-timeout.ts';

export interface ReceiveOptions {
  fetch: typeof fetch;
  cache: RequestCache;
  /** A connection that brings nothing for so many milliseconds counts as cut. */
  patienceMs: number;
  /** Its size, where that is known. */
  bytes?: number | undefined;
  onProgress?: ((received: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Fetches a file of ours whole, telling how much of it is there; anything but a good answer throws. */
export async function receiveFile(url: string, options: ReceiveOptions): Promise<Response> {
  const { fetch, cache, patienceMs, bytes, onProgress, signal } = options;
  const watch = watchSilence(patienceMs, signal);
  try {
    const response = await fetch(url, { cache, signal: watch.signal });
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, out) {
          watch.heard();
          received += part.byteLength;
          onProgress?.(received);
          out.enqueue(part);
        },
      }),
    );
    const content = await new Response(counted).blob();
    const type = response.headers.get('content-type') ?? 'no type';
    if (isOther(url, { type, size: content.size, bytes }))
      throw new Error(
        `${content.size} bytes of ${type} came instead of ${bytes === undefined ? 'a script' : `its ${bytes}`}`,
      );
    return new Response(content, { headers: response.headers });
  } finally {
    watch.end();
  }
}

/**
 * A server that answers every address with its page, or a login page on the way, says 200, too. A script's size is not
 * held against it: bundlers and development servers rewrite them.
 */
function isOther(
  url: string,
  { type, size, bytes }: { type: string; size: number; bytes: number | undefined },
) {
  return /^text\/html/i.test(type) || (url.endsWith('.wasm') && bytes !== undefined && size !== bytes);
}
