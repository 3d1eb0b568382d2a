import { beforeEach, describe, expect, it } from 'vitest';
import { createBrowserPlatform } from '../../platform/browser-platform.ts';
import { ModelCache, type ModelCacheDeps, type ModelFile } from './model-cache.ts';

const platform = createBrowserPlatform();
const content = crypto.getRandomValues(new Uint8Array(50_000));
const url = 'https://models.example/damage.onnx';
let file: ModelFile;
let requests: Request[];

type Responder = (request: Request) => Response;

/** A server that uses one responder after the other, and repeats the last one. */
function server(...responders: Responder[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const respond = responders.length > 1 ? responders.shift() : responders[0];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond(request);
  };
}

const whole: Responder = () => new Response(content);
const altered: Responder = () => new Response(content.map((byte, n) => (n === 7 ? byte ^ 1 : byte)));
const offline: Responder = () => {
  throw new TypeError('Failed to fetch');
};
const interruptAfter = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(bytes),
      pull: (stream) => stream.error(new TypeError('network error')),
    }),
  );
const interrupted: Responder = () => interruptAfter(content.slice(0, 20_000));
const interruptedAltered: Responder = () => interruptAfter(content.slice(1, 20_001));
/** Sends 10 000 more bytes, then nothing until the request is aborted. */
const slow: Responder = ({ signal }) =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(content.slice(20_000, 30_000));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
    { status: 206 },
  );
const rest: Responder = (request) => {
  const start = Number(/bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? 0);
  if (start >= content.length) return new Response(null, { status: 416 });
  return new Response(content.slice(start), { status: 206 });
};

function createCache(fetch: typeof globalThis.fetch, more: Partial<ModelCacheDeps> = {}) {
  return new ModelCache({ platform, fetch, caches, ...more });
}

const bytesOf = (buffer: ArrayBuffer) => new Uint8Array(buffer);

beforeEach(async () => {
  requests = [];
  await caches.delete('kerbside-models');
  file = { url, bytes: content.length, sha256: await platform.sha256(content.buffer) };
});

describe('ModelCache', () => {
  it('downloads a file once, reports the progress, and works offline afterwards', async () => {
    const progress: number[] = [];
    const online = createCache(server(whole), { onProgress: (_file, received) => progress.push(received) });
    expect(bytesOf(await online.get(file))).toEqual(content);
    expect(progress.at(-1)).toBe(content.length);
    const offline = createCache(server());
    expect(bytesOf(await offline.get(file))).toEqual(content);
    expect(requests).toHaveLength(1);
  });

  // Proves fault F7.
  it('resumes an interrupted download', async () => {
    expect(bytesOf(await createCache(server(interrupted, rest)).get(file))).toEqual(content);
    expect(requests[1]?.headers.get('range')).toBe('bytes=20000-');
  });

  // Proves fault F7.
  it('resumes a download that was interrupted or aborted on an earlier visit', async () => {
    await expect(createCache(server(interrupted, offline)).get(file)).rejects.toMatchObject({
      retryable: true,
    });
    const abort = new AbortController();
    const aborted = createCache(server(slow), { onProgress: () => abort.abort() }).get(file, abort.signal);
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    requests = [];
    const later = createCache(server(rest));
    expect(bytesOf(await later.get(file))).toEqual(content);
    expect(requests.map(({ headers }) => headers.get('range'))).toEqual(['bytes=30000-']);
    expect(await listCachedPaths()).toEqual([`/kerbside-models/${file.sha256}`]);
  });

  it('restarts a download that was interrupted after the last byte', async () => {
    const interruptedAtEnd = () => interruptAfter(content);
    await expect(createCache(server(interruptedAtEnd, offline)).get(file)).rejects.toMatchObject({
      retryable: true,
    });
    expect(bytesOf(await createCache(server(rest)).get(file))).toEqual(content);
  });

  it('restarts a download if the earlier part does not fit the rest', async () => {
    await expect(createCache(server(interruptedAltered, offline)).get(file)).rejects.toMatchObject({
      retryable: true,
    });
    expect(bytesOf(await createCache(server(rest, whole)).get(file))).toEqual(content);
  });

  it('restarts a download if the server does not support ranges', async () => {
    expect(bytesOf(await createCache(server(interrupted, whole)).get(file))).toEqual(content);
  });

  // Proves fault F7.
  it('downloads an altered file again, bypassing the HTTP cache', async () => {
    expect(bytesOf(await createCache(server(altered, whole)).get(file))).toEqual(content);
    expect(requests[1]?.cache).toBe('reload');
  });

  it.each([
    ['altered twice', [altered]],
    ['missing', [() => new Response('', { status: 404 })]],
    ['offline', []],
    ['a login page', [() => new Response('<html>', { headers: { 'content-type': 'text/html' } })]],
  ] satisfies [string, Responder[]][])(
    'rejects with model_unavailable after one retry and stores nothing (%s)',
    async (_title, responders) => {
      const cache = createCache(server(...responders));
      await expect(cache.get(file)).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
      expect(requests).toHaveLength(2);
      expect(await listCachedPaths()).toEqual([]);
    },
  );

  it('keeps the file in memory if it cannot be stored, and calls onNotCached', async () => {
    const full = {
      open: async () => ({
        match: async () => undefined,
        put: async () => Promise.reject(new DOMException('', 'QuotaExceededError')),
      }),
    };
    const notCached: ModelFile[] = [];
    const cache = createCache(server(whole), {
      caches: full as unknown as CacheStorage,
      onNotCached: (one) => notCached.push(one),
    });
    await cache.get(file);
    expect(bytesOf(await cache.get(file))).toEqual(content);
    expect(requests).toHaveLength(1);
    expect(notCached).toEqual([file]);
  });

  it('works without Cache Storage if it cannot be opened', async () => {
    const broken = { open: async () => Promise.reject(new DOMException('internal error', 'UnknownError')) };
    const notCached: ModelFile[] = [];
    const cache = createCache(server(whole), { caches: broken, onNotCached: (one) => notCached.push(one) });
    expect(bytesOf(await cache.get(file))).toEqual(content);
    expect(notCached).toEqual([file]);
  });

  it('downloads a damaged cached file again', async () => {
    await createCache(server(whole)).get(file);
    const cache = await caches.open('kerbside-models');
    for (const key of await cache.keys()) await cache.put(key, new Response(content.slice(1)));
    expect(bytesOf(await createCache(server(whole)).get(file))).toEqual(content);
    expect(requests).toHaveLength(2);
  });

  it('downloads a file once for 2 tabs', async () => {
    const slowFetch: typeof fetch = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return server(whole)(...args);
    };
    const [one, two] = await Promise.all([
      createCache(slowFetch).get(file),
      createCache(slowFetch).get(file),
    ]);
    expect(bytesOf(one)).toEqual(bytesOf(two));
    expect(requests).toHaveLength(1);
  });

  it('rejects an aborted download, and the next one succeeds', async () => {
    const abort = new AbortController();
    const abortedMidway: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        abort.abort();
      });
    const aborted = createCache(abortedMidway).get(file, abort.signal);
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    expect(bytesOf(await createCache(server(whole)).get(file))).toEqual(content);
  });

  it('deletes old versions, but not the files of another app of this origin', async () => {
    const [old, fresh, other] = await Promise.all(['old', 'fresh', 'other'].map(cacheText));
    const manifest = (...files: (ModelFile | undefined)[]) => JSON.stringify(files);
    const ours = createCache(
      server(
        () => new Response(manifest(old)),
        () => new Response(manifest(fresh)),
      ),
    );
    const theirs = createCache(server(() => new Response(manifest(other))));
    const fetchManifest = (cache: ModelCache, app: string) =>
      cache.fetchLatest(`https://${app}.example/manifest.json`, String);
    await fetchManifest(ours, 'ours');
    await fetchManifest(theirs, 'theirs');
    await ours.deleteUnlisted([]);
    expect(await areCached(old, fresh, other)).toEqual([true, false, true]);
    await cacheText('fresh');
    await fetchManifest(ours, 'ours');
    await ours.deleteUnlisted([]);
    expect(await areCached(old, fresh, other)).toEqual([false, true, true]);
  });

  it('keeps the listed files if the manifest could not be stored', async () => {
    const [listed, old] = await Promise.all(['listed', 'old'].map(cacheText));
    await createCache(server()).deleteUnlisted(listed ? [listed] : []);
    expect(await areCached(listed, old)).toEqual([true, false]);
  });
});

/** Caches a file with this content. */
async function cacheText(text: string): Promise<ModelFile> {
  const { buffer } = new TextEncoder().encode(text);
  const one = {
    url: `https://models.example/${text}`,
    bytes: text.length,
    sha256: await platform.sha256(buffer),
  };
  await createCache(server(() => new Response(text))).get(one);
  return one;
}

async function areCached(...files: (ModelFile | undefined)[]): Promise<boolean[]> {
  const paths = await listCachedPaths();
  return files.map((one) => one !== undefined && paths.some((path) => path.endsWith(`/${one.sha256}`)));
}

async function listCachedPaths(): Promise<string[]> {
  const requests = await (await caches.open('kerbside-models')).keys();
  return requests.map(({ url }) => new URL(url).pathname);
}
