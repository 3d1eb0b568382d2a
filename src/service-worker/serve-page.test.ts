import { afterEach, expect, test, vi } from 'vitest';
import { servePage } from './serve-page.ts';

const SCOPE = 'https://app.example/inspections/';

const OTHER_PAGES = ['help/index.html', 'about.html', 'terms', 'prices/'];

afterEach(() => void vi.unstubAllGlobals());

type Listener = (event: object) => void;

interface Situation {
  network: typeof fetch;
  cached?: Response;
  /** The path of the cached page. */
  cachedAs?: string;
}

/** Requests something of a page that is cached, on the given network. Returns undefined if the browser responds itself. */
function request(
  { path = '', mode = 'navigate', method = 'GET' },
  { network, cached = new Response('the cached page'), cachedAs = 'index.html' }: Situation,
): Promise<Response> | undefined {
  const match = async (url: string) => (url === SCOPE + cachedAs ? cached : undefined);
  vi.stubGlobal('caches', { open: async () => ({ match }) });
  vi.stubGlobal('fetch', network);
  const listeners = new Map<string, Listener>();
  servePage({
    version: '1',
    files: ['index.html', ...OTHER_PAGES],
    scope: {
      registration: { scope: SCOPE },
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    },
  });
  let served: Promise<Response> | undefined;
  listeners.get('fetch')?.({
    request: { url: SCOPE + path, mode, method },
    respondWith(response: Promise<Response>) {
      served = response;
    },
  });
  return served;
}

const offline = async () => Promise.reject(new TypeError('offline'));

test('a navigation gets the page of the network', async () => {
  const served = await request({}, { network: async () => new Response('a newer page') });
  expect(await served?.text()).toBe('a newer page');
});

test.each([
  ['there is no network', offline],
  ['the server returns an error', async () => new Response('down', { status: 503 })],
] satisfies [string, typeof fetch][])('a navigation gets the cached page if %s', async (_name, network) => {
  expect(await (await request({}, { network }))?.text()).toBe('the cached page');
});

test.each([
  ['help/', 'help/index.html'],
  ['help', 'help/index.html'],
  ['help/index.html?from=mail', 'help/index.html'],
  ['about', 'about.html'],
  ['about.html', 'about.html'],
  ['terms?version=2', 'terms'],
  ['prices/', 'prices/'],
  ['a-route-of-the-script', 'index.html'],
])('without a network, a navigation to %j gets the cached %j', async (path, cachedAs) => {
  const served = await request({ path }, { network: offline, cachedAs });
  expect(await served?.text()).toBe('the cached page');
});

test('a navigation follows a redirect of the server', async () => {
  const redirect = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  expect(await request({}, { network: async () => redirect })).toBe(redirect);
});

test('a form that is posted goes to the server only', () => {
  expect(request({ path: 'sign-in', method: 'POST' }, { network: offline })).toBeUndefined();
});

test.each(['navigate', 'no-cors'])(
  'a page that was cached from a redirect is served without it (%s)',
  async (mode) => {
    const headers = { 'Content-Type': 'text/html' };
    const cached = Object.defineProperty(new Response('the cached page', { headers }), 'redirected', {
      value: true,
    });
    const served = await request({ path: 'index.html', mode }, { network: offline, cached });
    expect(served?.redirected).toBe(false);
    expect(served?.headers.get('Content-Type')).toBe('text/html');
    expect(await served?.text()).toBe('the cached page');
  },
);
