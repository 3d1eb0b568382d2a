import { KEEPING_HEADER, RUNTIME_CACHE } from './inference/files/runtime-cache.ts';

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
 * fetched them. The large runtimes are taken from the device first; a worker's script comes from the network where there
 * is one, so that a new version of the app never talks to an old worker. Models have a cache of their own.
 *
 *     import { serveKerbside } from 'kerbside/sw';
 *     serveKerbside();
 *
 * Handlers that the app adds before it are asked first.
 */
export function serveKerbside(scope: unknown = globalThis): void {
  (scope as ServiceWorkerScope).addEventListener('fetch', (event) => {
    const { method, url, headers } = event.request;
    if (method !== 'GET' || headers.has(KEEPING_HEADER) || !isRuntimeFile(url)) return;
    event.respondWith(kept(event.request));
  });
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(RUNTIME_CACHE);
  const copy = await cache.match(request.url);
  if (!copy) return fetch(request);
  if (!isWorkerScript(request.url)) return copy;
  const patience = AbortSignal.timeout(NETWORK_PATIENCE_MS);
  const fresh = await fetch(request, { signal: patience })
    .then(async (answer) => answer.ok && new Response(await answer.blob(), answer)) // whole: half a script is none
    .catch(() => undefined);
  return fresh || copy;
}

/** A network that takes longer is as good as none. */
const NETWORK_PATIENCE_MS = 3_000;

function isWorkerScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js');
}

/** Told by name, at once: a service worker must decide whether to answer before it can look into a cache. */
function isRuntimeFile(url: string): boolean {
  return /\/(ort-wasm-[\w.-]+\.(mjs|wasm)|tfjs-backend-wasm[\w-]*\.wasm|(wasm|webgpu|tfjs|report)\.js)$/.test(
    new URL(url).pathname,
  );
}

export { type BackgroundSyncOptions, sendInBackground } from './background-sync.ts';
