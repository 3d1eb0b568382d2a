import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheFiles } from './cache-files.ts';
import { fetchFile, RUNTIME_HEADER } from './fetch-file.ts';

const SCRIPT = 'https://app.test/workers/report.js';

let stored: Map<string, Response>;
let fetchScript: () => Response;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('fetch', async () => fetchScript());
});
afterEach(() => void vi.unstubAllGlobals());

function preload(put = async (url: string, response: Response) => void stored.set(url, response)) {
  const cache = { match: async (url: string) => stored.get(url)?.clone(), put };
  return cacheFiles([SCRIPT], { open: async () => cache as never });
}

const online = (script: string) => () => new Response(script);
const offline = () => {
  throw new TypeError('Failed to fetch');
};

describe('caching a worker script', () => {
  it('replaces the cached script while there is a network', async () => {
    for (const script of ['first', 'second']) {
      fetchScript = online(script);
      await preload();
    }
    expect(await stored.get(SCRIPT)?.text()).toBe('second');
  });

  it('resolves offline if the script is cached, and keeps it', async () => {
    fetchScript = online('first');
    await preload();
    fetchScript = offline;
    await preload();
    expect(await stored.get(SCRIPT)?.text()).toBe('first');
  });

  it.each([
    ['an error page', () => new Response('', { status: 500 })],
    ['a login page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('rejects if the server responds with %s, although a script is cached', async (_, respond) => {
    fetchScript = online('first');
    await preload();
    fetchScript = respond;
    await expect(preload()).rejects.toMatchObject({ code: 'model_unavailable' });
  });

  it('rejects offline if the script is not cached', async () => {
    fetchScript = offline;
    await expect(preload()).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
  });

  it('rejects if the newest script does not fit on the device', async () => {
    fetchScript = online('first');
    await preload();
    const isFull = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await expect(preload(isFull)).rejects.toMatchObject({ code: 'storage_full' });
  });
});

describe('the progress of a runtime file', () => {
  const url = 'https://app.test/runtime/ort-wasm-simd-threaded.wasm';
  const file = 'a runtime';

  const fetchRuntime = async (headers: Record<string, string>) => {
    const progress: number[] = [];
    await fetchFile(url, {
      fetch: async () => new Response(file, { headers }),
      cache: 'default',
      idleTimeoutMs: 1_000,
      onProgress: (received) => progress.push(received),
    });
    return progress;
  };

  it('is that of the download', async () => {
    expect(await fetchRuntime({})).toEqual([file.length]);
  });

  it('is not reported if the service worker returns the cached file', async () => {
    expect(await fetchRuntime({ [RUNTIME_HEADER]: 'onnxruntime-web 1.30.0' })).toEqual([]);
  });
});
