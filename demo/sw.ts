import { serveKerbside } from '../src/sw.ts';

/** Both are written in by the build: see build/service-worker.ts. */
declare const SHELL: readonly string[];
declare const VERSION: string;

/** The parts of a service worker's scope that are used; TypeScript's DOM library has no type for it. */
interface Scope {
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
interface Events {
  install: Waiting;
  activate: Waiting;
  fetch: { request: Request; respondWith(response: Promise<Response>): void };
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

const worker = globalThis as unknown as Scope;
const PREFIX = 'kerbside-demo-';
const PATIENCE_MS = 2000;
const page = new URL('index.html', worker.registration.scope).href;
const shell = new Set(SHELL.map((name) => new URL(name, worker.registration.scope).href));
const shellCache = () => caches.open(PREFIX + VERSION);

worker.addEventListener('install', (event) => {
  // As the server has them, not as the browser may remember them.
  const requests = [...shell].map((url) => new Request(url, { cache: 'reload' }));
  event.waitUntil(shellCache().then((cache) => cache.addAll(requests)));
});

// A new version waits until the tabs of the one before are closed: they may still want their own workers' scripts.
worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(navigation(request));
  else if (shell.has(request.url)) event.respondWith(kept(request.url, request));
});

serveKerbside();

/** The network's page when it comes soon, so that nobody has to reload twice for a new version; else the kept one. */
async function navigation(request: Request): Promise<Response> {
  const answer = fetch(request).catch(() => undefined); // no network
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  const response = await Promise.race([answer, late]);
  return response?.ok ? response : kept(page, request);
}

async function kept(url: string, request: Request): Promise<Response> {
  const cache = await shellCache();
  return (await cache.match(url)) ?? fetch(request);
}

async function forgetOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(names.map((name) => caches.delete(name)));
}
