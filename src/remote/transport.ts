/** One HTTP request. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | Blob;
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

/**
 * Rejects redirects: the service never redirects, and a captive portal must not get the token or the photo, or pass as a
 * response. The final URL is checked, too, for a `fetch` of the app that ignores `redirect`.
 */
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
    if (response.redirected) throw redirectedError(response.url);
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: await response.arrayBuffer(),
    };
  };
}

/** Uses XMLHttpRequest if upload progress is wanted and available, because `fetch` does not report it in any browser. */
export function createBrowserTransport(): Transport {
  const sendWithFetch = createFetchTransport((url, init) => globalThis.fetch(url, init));
  return (request) =>
    request.onProgress && typeof XMLHttpRequest !== 'undefined'
      ? sendWithXhr(request)
      : sendWithFetch(request);
}

/**
 * Sends with XMLHttpRequest, which always follows redirects. A redirected response is rejected when its headers arrive. By
 * then the browser has sent a GET (301, 302, 303) or the photo (307, 308) to the new address. It does so to another origin
 * only if that origin allows it in response to a preflight, and the page's `connect-src` contains it.
 */
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
    xhr.onreadystatechange = () => {
      if (xhr.readyState !== xhr.HEADERS_RECEIVED || !isRedirected(url, xhr.responseURL)) return;
      reject(redirectedError(xhr.responseURL));
      xhr.abort();
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return fail();
    xhr.send(body ?? null);
  });
}

/** @param finalUrl - Empty if there was no response. */
function isRedirected(url: string, finalUrl: string): boolean {
  const { origin, pathname, search } = new URL(url);
  return finalUrl !== '' && finalUrl !== origin + pathname + search;
}

/** A `TypeError`, as `fetch` throws it for a redirect. Names only the origin: the path may contain a secret. */
function redirectedError(finalUrl: string): TypeError {
  return new TypeError(
    `the request was redirected to ${new URL(finalUrl).origin}; the service never redirects, so check baseUrl and the network`,
  );
}
