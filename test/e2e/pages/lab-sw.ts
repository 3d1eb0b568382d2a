import { serveKerbside } from 'kerbside/sw';

/** A service worker that caches the app's own files and serves Kerbside's with `serveKerbside`. */
interface Scope {
  addEventListener(
    type: 'install' | 'activate' | 'fetch',
    listener: (event: Event & WorkerEvent) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
interface WorkerEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const SHELL = ['/', '/lab.js', '/kerbside/kerbside.js'];
const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event) => {
  const keep = async () => {
    await (await caches.open('app')).addAll(SHELL);
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (!SHELL.includes(pathname)) return;
  event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)));
});

serveKerbside();
