import { afterEach, expect, test, vi } from 'vitest';
import { serveKerbside } from './sw.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What a page gets for a worker's script of which a copy is kept, on this network. */
async function served(network: typeof fetch): Promise<string> {
  vi.stubGlobal('caches', { open: async () => ({ match: async () => new Response('the kept copy') }) });
  vi.stubGlobal('fetch', network);
  let answer: Promise<Response> | undefined;
  serveKerbside({
    addEventListener(_type: 'fetch', listener: (event: object) => void) {
      const request = new Request('https://app.example/kerbside/workers/report.js');
      listener({
        request,
        respondWith(response: Promise<Response>) {
          answer = response;
        },
      });
    },
  });
  return (await answer)?.text() ?? 'not answered';
}

test('a worker’s script comes from the network where there is one', async () => {
  expect(await served(async () => new Response('a newer one'))).toBe('a newer one');
});

test.each([
  ['there is none', async () => Promise.reject(new TypeError('offline'))],
  ['it has something else', async () => new Response('gone', { status: 404 })],
  [
    'it ends in the middle of the script',
    async () => {
      const half = new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('a newer')),
        pull: (body) => body.error(new DOMException('too slow', 'TimeoutError')),
      });
      return new Response(half);
    },
  ],
] satisfies [string, typeof fetch][])('it comes from the device where %s', async (_name, network) => {
  expect(await served(network)).toBe('the kept copy');
});
