/** One HTTP request. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal: AbortSignal;
  onProgress?: UploadProgress;
}

/**
 * Reports the progress of an upload. If progress is available, the first call is immediate, with 0 bytes.
 *
 * @param sentBytes - Bytes of the body that were sent, including multipart headers.
 * @param totalBytes - Size of the body.
 */
export type UploadProgress = (sentBytes: number, totalBytes: number) => void;

/** A complete HTTP response. */
export interface HttpResponse {
  status: number;
  header(name: string): string | null;
  body: ArrayBuffer;
}

/** Sends a request. Resolves to the complete response, whatever its status. Rejects if there is none. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Rejects redirects: the service never redirects, and a captive portal must not get the token or pass as a response. */
export function createFetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const init = {
      method,
      headers,
      signal,
      redirect: 'error',
      credentials: 'omit',
      // Only for GET: changes never come from a cache, and `no-store` makes Chromium send a preflight (OPTIONS) before
      // each request, whatever `Access-Control-Max-Age` is.
      ...(method === 'GET' && { cache: 'no-store' as const }),
    } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: await response.arrayBuffer(),
    };
  };
}

/** Uses XMLHttpRequest if upload progress is wanted and available, because `fetch` does not report it. */
export function createBrowserTransport(): Transport {
  const sendWithFetch = createFetchTransport((url, init) => globalThis.fetch(url, init));
  return (request) =>
    request.onProgress && typeof XMLHttpRequest !== 'undefined'
      ? sendWithXhr(request)
      : sendWithFetch(request);
}

function sendWithXhr({ method, url, headers, body, signal, onProgress }: HttpRequest): Promise<HttpResponse> {
  const xhr = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => xhr.abort();
    const fail = () => reject(new TypeError('the connection failed'));
    xhr.open(method, url);
    xhr.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onloadstart = (event) => onProgress?.(0, event.total);
    xhr.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    xhr.onload = () =>
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), body: xhr.response });
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return fail();
    xhr.send(body ?? null);
  });
}
