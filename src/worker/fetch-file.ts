import { withIdleTimeout } from '../platform/timeouts.ts';

/** Header of files that the service worker returns from its cache: the runtime and version that they belong to. */
export const RUNTIME_HEADER = 'x-kerbside-runtime';

/** The server responded, but not with the file. Other errors mean that there is no network. */
export class WrongResponseError extends Error {}

interface FetchFileOptions {
  fetch: typeof fetch;
  cache: RequestCache;
  /** Aborts the request after this time without data. */
  idleTimeoutMs: number;
  /** The expected size, if it is known. */
  bytes?: number | undefined;
  /** Not called for a file that the service worker returns from its cache. */
  onProgress?: ((received: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches a complete file of the library.
 *
 * @throws WrongResponseError if the response is not OK, is an HTML page, or has the wrong size.
 */
export async function fetchFile(url: string, options: FetchFileOptions): Promise<Response> {
  const { fetch, cache, idleTimeoutMs, bytes, onProgress, signal } = options;
  const timeout = withIdleTimeout(idleTimeoutMs, signal);
  try {
    const response = await fetch(url, { cache, signal: timeout.signal });
    if (!response.ok || !response.body)
      throw new WrongResponseError(`the server responded with ${response.status}`);
    const isDownload = !response.headers.has(RUNTIME_HEADER);
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          timeout.reset();
          received += chunk.byteLength;
          if (isDownload) onProgress?.(received);
          controller.enqueue(chunk);
        },
      }),
    );
    const content = await new Response(counted).blob();
    const type = response.headers.get('content-type') ?? 'unknown type';
    if (isWrongContent(url, { type, size: content.size, bytes })) {
      const expected = bytes === undefined ? 'a script' : `${bytes} bytes`;
      throw new WrongResponseError(`received ${content.size} bytes of ${type} instead of ${expected}`);
    }
    return new Response(content, { headers: response.headers });
  } finally {
    timeout.clear();
  }
}

/**
 * Detects pages with status 200 in place of a file: from servers that return their page for every address, and from
 * login pages. The size of scripts is not checked: bundlers and development servers rewrite them.
 */
function isWrongContent(
  url: string,
  { type, size, bytes }: { type: string; size: number; bytes: number | undefined },
) {
  return /^text\/html/i.test(type) || (url.endsWith('.wasm') && bytes !== undefined && size !== bytes);
}
