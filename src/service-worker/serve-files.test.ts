import { afterEach, expect, test, vi } from 'vitest';
import { serveKerbside } from './serve-files.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Requests a worker's script that is cached, on the given network. Returns what the page receives. */
async function requestScript(network: typeof fetch): Promise<string> {
  vi.stubGlobal('caches', { open: async () => ({ match: async () => new Response('the cached copy') }) });
  vi.stubGlobal('fetch', network);
  let served: Promise<Response> | undefined;
  serveKerbside({
    addEventListener(_type: 'fetch', listener: (event: object) => void) {
      const request = new Request('https://app.example/kerbside/workers/report.js');
      listener({
        request,
        respondWith(response: Promise<Response>) {
          served = response;
        },
      });
    },
  });
  return (await served)?.text() ?? 'not served';
}

test('serves a worker’s script from the network', async () => {
  expect(await requestScript(async () => new Response('a newer one'))).toBe('a newer one');
});

test.each([
  ['the network fails', async () => Promise.reject(new TypeError('offline'))],
  ['the server returns an error', async () => new Response('gone', { status: 404 })],
  [
    'the connection ends within the script',
    async () => {
      const half = new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('a newer')),
        pull: (body) => body.error(new DOMException('too slow', 'TimeoutError')),
      });
      return new Response(half);
    },
  ],
] satisfies [string, typeof fetch][])('serves the cached script if %s', async (_name, network) => {
  expect(await requestScript(network)).toBe('the cached copy');
});
