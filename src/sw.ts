import { RUNTIME_CACHE } from './inference/runtime-cache.ts';

/** The parts of a service worker's scope that are used; TypeScript's DOM library has no type for it. */
interface ServiceWorkerScope {
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
}

interface FetchEventLike {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/**
 * One line in an app's service worker: Kerbside's workers and runtimes then come from the device once `preload` has
 * fetched them. The network goes first only where nothing is kept; models have a cache of their own.
 *
 *     import { serveKerbside } from 'kerbside/sw';
 *     serveKerbside();
 *
 * Handlers that the app adds before it are asked first.
 */
export function serveKerbside(scope: unknown = globalThis): void {
  (scope as ServiceWorkerScope).addEventListener('fetch', (event) => {
    const { method, url, cache } = event.request;
    // `preload` asks with `reload`: it wants what the server has now, to keep that.
    if (method !== 'GET' || cache === 'reload' || !isRuntimeFile(url)) return;
    event.respondWith(kept(event.request));
  });
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(RUNTIME_CACHE);
  return (await cache.match(request.url)) ?? fetch(request);
}

/** Told by name, at once: a service worker must decide whether to answer before it can look into a cache. */
function isRuntimeFile(url: string): boolean {
  return /\/(ort-wasm-[\w.-]+\.(mjs|wasm)|tfjs-backend-wasm[\w-]*\.wasm|(wasm|webgpu|tfjs)\.js)$/.test(
    new URL(url).pathname,
  );
}
