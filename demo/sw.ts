import { serveKerbside } from 'kerbside/sw';

/** Both are defined by the build (build/service-worker.ts). */
declare const SHELL: readonly string[];
declare const VERSION: string;

/** The used part of a service worker's global scope: TypeScript's DOM library has no type for it. */
interface Scope {
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
interface Events {
  install: LifecycleEvent;
  activate: LifecycleEvent;
  fetch: { request: Request; respondWith(response: Promise<Response>): void };
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}

const worker = globalThis as unknown as Scope;
const PREFIX = 'kerbside-demo-';
const NETWORK_TIMEOUT_MS = 2000;
const pageUrl = new URL('index.html', worker.registration.scope).href;
const shellUrls = new Set(SHELL.map((name) => new URL(name, worker.registration.scope).href));
const openShellCache = () => caches.open(PREFIX + VERSION);

worker.addEventListener('install', (event) => {
  // `reload` bypasses the HTTP cache.
  const requests = [...shellUrls].map((url) => new Request(url, { cache: 'reload' }));
  event.waitUntil(openShellCache().then((cache) => cache.addAll(requests)));
});

// A new version waits until the tabs of the previous one are closed: they may still load their own worker scripts.
worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(request));
  else if (shellUrls.has(request.url)) event.respondWith(respondFromCache(request.url, request));
});

serveKerbside();

/** Returns the page from the network if it responds in time, so that one reload gets a new version; else from the cache. */
async function respondToNavigation(request: Request): Promise<Response> {
  const fetched = fetch(request).catch(() => undefined); // offline
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS),
  );
  const response = await Promise.race([fetched, timeout]);
  return response?.ok ? response : respondFromCache(pageUrl, request);
}

async function respondFromCache(url: string, request: Request): Promise<Response> {
  const cache = await openShellCache();
  return (await cache.match(url)) ?? fetch(request);
}

async function deleteOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(names.map((name) => caches.delete(name)));
}
