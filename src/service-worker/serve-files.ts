import { PRELOAD_HEADER, RUNTIME_CACHE } from '../worker/cache-files.ts';

/** The members of the service worker's scope that are used here. TypeScript's DOM library has no type for it. */
interface ServiceWorkerScope {
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
}

interface FetchEventLike {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** A slower network counts as offline. */
const NETWORK_TIMEOUT_MS = 3_000;

/**
 * Serves Kerbside's workers and runtimes from the cache that `preload` filled, so that tasks run offline.
 *
 * The large runtime files come from the cache first. A worker's script comes from the network first, so that a new
 * version of the app never talks to an old worker. Models are not affected: they have their own cache.
 *
 * Call it once, at the top level of the app's service worker. Fetch handlers that the app adds earlier take precedence.
 *
 * @param scope - The service worker's global scope.
 * @default globalThis
 * @example
 * ```ts
 * // sw.js
 * import { serveKerbside } from 'kerbside/sw';
 *
 * serveKerbside();
 * ```
 */
export function serveKerbside(scope: unknown = globalThis): void {
  (scope as ServiceWorkerScope).addEventListener('fetch', (event) => {
    const { method, url, headers } = event.request;
    if (method !== 'GET' || headers.has(PRELOAD_HEADER) || !isRuntimeFile(url)) return;
    event.respondWith(respond(event.request));
  });
}

async function respond(request: Request): Promise<Response> {
  const cache = await caches.open(RUNTIME_CACHE);
  const cached = await cache.match(request.url);
  if (!cached) return fetch(request);
  if (!isWorkerScript(request.url)) return cached;
  const fresh = await fetch(request, { signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) })
    // Reads the whole body: half a script must not be served.
    .then(async (response) => response.ok && new Response(await response.blob(), response))
    .catch(() => undefined);
  return fresh || cached;
}

function isWorkerScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js');
}

/** Decides by name: a fetch handler must call `respondWith` synchronously, before it can read a cache. */
function isRuntimeFile(url: string): boolean {
  return /\/(ort-wasm-[\w.-]+\.(mjs|wasm)|tfjs-backend-wasm[\w-]*\.wasm|(wasm|webgpu|tfjs|report)\.js)$/.test(
    new URL(url).pathname,
  );
}
