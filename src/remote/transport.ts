/** One request as it leaves, and the whole answer. What stands between is `fetch`, an XMLHttpRequest or a test. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal: AbortSignal;
  onProgress?: UploadProgress;
}

/**
 * Bytes of the body that have left this device, of all there are; multipart headers are counted with them. Who can tell
 * begins with none, at once.
 */
export type UploadProgress = (sentBytes: number, totalBytes: number) => void;

export interface HttpResponse {
  status: number;
  header(name: string): string | null;
  body: ArrayBuffer;
}

/** Rejects where no whole answer came; any answer, of any status, resolves. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The service never redirects; what does is a captive portal, and must not get the token or pass for an answer. */
export function fetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const init = {
      method,
      headers,
      signal,
      redirect: 'error',
      credentials: 'omit',
      // Changes are never answered from a cache; but with this, Chromium asks the service for leave (OPTIONS) before
      // each one, however long it had been given it for.
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

/** `fetch` can not tell how far an upload is: where progress is asked for, and there is one, an XMLHttpRequest goes. */
export function browserTransport(): Transport {
  const byFetch = fetchTransport((url, init) => globalThis.fetch(url, init));
  return (request) =>
    request.onProgress && typeof XMLHttpRequest !== 'undefined' ? sendByXhr(request) : byFetch(request);
}

function sendByXhr({ method, url, headers, body, signal, onProgress }: HttpRequest): Promise<HttpResponse> {
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
