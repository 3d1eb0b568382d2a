/** The members of the service worker's scope that are used here. TypeScript's DOM library has no type for it. */
interface ServiceWorkerScope {
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

/** Options of {@link servePage}. */
export interface ServePageOptions {
  /** Changes with the content of the files. */
  version: string;
  /** Paths relative to the scope of the service worker, with the page's. */
  files: readonly string[];
  /**
   * The file that answers a navigation while there is no network, if `files` has no page with the address.
   *
   * @default 'index.html'
   */
  page?: string;
  /**
   * The start of the names of the caches. Two apps of one origin need different ones.
   *
   * @default 'kerbside-page-'
   */
  cachePrefix?: string;
  /**
   * The service worker's global scope.
   *
   * @default globalThis
   */
  scope?: unknown;
}

/** A slower network counts as offline. */
const NETWORK_TIMEOUT_MS = 2_000;

/**
 * Caches the files of the app when the service worker is installed, and serves them, so that the page opens offline. A
 * navigation gets the page from the network if it responds in time: one reload gets a new version.
 *
 * Call it once, at the top level of the app's service worker, before `serveKerbside`.
 *
 * @example
 * ```ts
 * // sw.ts, built by the Vite plugin
 * import { precache } from 'kerbside/files';
 * import { serveKerbside, servePage } from 'kerbside/sw';
 *
 * servePage(precache);
 * serveKerbside();
 * ```
 */
export function servePage({
  version,
  files,
  page = 'index.html',
  cachePrefix = 'kerbside-page-',
  scope = globalThis,
}: ServePageOptions): void {
  const worker = scope as ServiceWorkerScope;
  const toUrl = (path: string) => new URL(path, worker.registration.scope).href;
  const urls = new Set(files.map(toUrl));
  const cacheName = cachePrefix + version;

  worker.addEventListener('install', (event) => {
    // `reload` bypasses the HTTP cache.
    const requests = [...urls].map((url) => new Request(url, { cache: 'reload' }));
    event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
  });

  // A new version waits until the tabs of the previous one are closed: they may still load their own worker scripts.
  worker.addEventListener('activate', (event) => {
    event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
  });

  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET') return;
    if (request.mode === 'navigate') event.respondWith(respondToNavigation(request));
    else if (urls.has(request.url)) event.respondWith(respondFromCache(request.url, request));
  });

  async function respondToNavigation(request: Request): Promise<Response> {
    const fetched = fetch(request).catch(() => undefined); // offline
    const timeout = new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS),
    );
    const response = await Promise.race([fetched, timeout]);
    // The browser follows a redirect itself, for example to a sign-in.
    const isFinal = response?.ok || response?.type === 'opaqueredirect';
    return response && isFinal ? response : respondFromCache(findPage(request.url), request);
  }

  /** Servers find the file of an address in these ways. */
  function findPage(address: string): string {
    const { origin, pathname } = new URL(address);
    const paths = ['', 'index.html', '.html', '/index.html'].map((end) => origin + pathname + end);
    return paths.find((path) => urls.has(path)) ?? toUrl(page);
  }

  async function respondFromCache(url: string, request: Request): Promise<Response> {
    const cache = await caches.open(cacheName);
    const cached = await cache.match(url);
    return cached ? withoutRedirect(cached) : fetch(request);
  }

  async function deleteOldCaches(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}

/** Servers redirect /index.html to /. Browsers reject such a response to a navigation. */
function withoutRedirect(response: Response): Response {
  const { redirected, body, headers } = response;
  return redirected ? new Response(body, { headers }) : response;
}
