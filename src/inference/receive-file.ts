import { watchSilence } from './silence.ts';

export interface ReceiveOptions {
  fetch: typeof fetch;
  cache: RequestCache;
  /** A connection that brings nothing for so many milliseconds counts as cut. */
  patienceMs: number;
  onProgress?: ((received: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Fetches a file whole, telling how much of it is there; anything but a good answer throws. */
export async function receiveFile(url: string, options: ReceiveOptions): Promise<Response> {
  const { fetch, cache, patienceMs, onProgress, signal } = options;
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
    return new Response(content, { headers: response.headers });
  } finally {
    watch.end();
  }
}
