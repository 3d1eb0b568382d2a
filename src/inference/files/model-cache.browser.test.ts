import { beforeEach, describe, expect, it } from 'vitest';
import { browserPlatform } from '../../platform/browser.ts';
import { ModelCache, type ModelCacheDeps, type ModelFile } from './model-cache.ts';

const platform = browserPlatform();
const content = crypto.getRandomValues(new Uint8Array(50_000));
const url = 'https://models.example/damage.onnx';
let file: ModelFile;
let requests: Request[];

type Answer = (request: Request) => Response;

/** A server that gives one answer after the other, and the last one for ever. */
function server(...answers: Answer[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer(request);
  };
}

const whole: Answer = () => new Response(content);
const altered: Answer = () => new Response(content.map((byte, n) => (n === 7 ? byte ^ 1 : byte)));
const offline: Answer = () => {
  throw new TypeError('Failed to fetch');
};
const cutAfter = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(bytes),
      pull: (stream) => stream.error(new TypeError('network error')),
    }),
  );
const cut: Answer = () => cutAfter(content.slice(0, 20_000));
const cutAltered: Answer = () => cutAfter(content.slice(1, 20_001));
/** Ten thousand bytes more, and then nothing until the request is aborted. */
const slow: Answer = ({ signal }) =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(content.slice(20_000, 30_000));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
    { status: 206 },
  );
const rest: Answer = (request) => {
  const start = Number(/bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? 0);
  if (start >= content.length) return new Response(null, { status: 416 });
  return new Response(content.slice(start), { status: 206 });
};

function cacheWith(fetch: typeof globalThis.fetch, more: Partial<ModelCacheDeps> = {}) {
  return new ModelCache({ platform, fetch, caches, ...more });
}

const bytesOf = (buffer: ArrayBuffer) => new Uint8Array(buffer);

beforeEach(async () => {
  requests = [];
  await caches.delete('kerbside-models');
  file = { url, bytes: content.length, sha256: await platform.sha256(content.buffer) };
});

describe('the model cache', () => {
  it('downloads once, tells the progress, and works without network afterwards', async () => {
    const progress: number[] = [];
    const online = cacheWith(server(whole), { onProgress: (_file, received) => progress.push(received) });
    expect(bytesOf(await online.get(file))).toEqual(content);
    expect(progress.at(-1)).toBe(content.length);
    const offline = cacheWith(server());
    expect(bytesOf(await offline.get(file))).toEqual(content);
    expect(requests).toHaveLength(1);
  });

  it('goes on where a download was cut short', async () => {
    expect(bytesOf(await cacheWith(server(cut, rest)).get(file))).toEqual(content);
    expect(requests[1]?.headers.get('range')).toBe('bytes=20000-');
  });

  it('goes on where a download was cut short on an earlier visit, or aborted', async () => {
    await expect(cacheWith(server(cut, offline)).get(file)).rejects.toMatchObject({ retryable: true });
    const abort = new AbortController();
    const aborted = cacheWith(server(slow), { onProgress: () => abort.abort() }).get(file, abort.signal);
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    requests = [];
    const later = cacheWith(server(rest));
    expect(bytesOf(await later.get(file))).toEqual(content);
    expect(requests.map(({ headers }) => headers.get('range'))).toEqual(['bytes=30000-']);
    expect(await keptPaths()).toEqual([`/kerbside-models/${file.sha256}`]);
  });

  it('starts again when a connection was cut at the very end: there is no rest to ask for', async () => {
    const cutAtTheEnd = () => cutAfter(content);
    await expect(cacheWith(server(cutAtTheEnd, offline)).get(file)).rejects.toMatchObject({
      retryable: true,
    });
    expect(bytesOf(await cacheWith(server(rest)).get(file))).toEqual(content);
  });

  it('starts again when what came earlier does not fit the rest', async () => {
    await expect(cacheWith(server(cutAltered, offline)).get(file)).rejects.toMatchObject({ retryable: true });
    expect(bytesOf(await cacheWith(server(rest, whole)).get(file))).toEqual(content);
  });

  it('starts again when the server knows no ranges', async () => {
    expect(bytesOf(await cacheWith(server(cut, whole)).get(file))).toEqual(content);
  });

  it('fetches an altered file once more, past the HTTP cache', async () => {
    expect(bytesOf(await cacheWith(server(altered, whole)).get(file))).toEqual(content);
    expect(requests[1]?.cache).toBe('reload');
  });

  it.each([
    ['altered twice', [altered]],
    ['not there', [() => new Response('', { status: 404 })]],
    ['offline', []],
    ['a login page', [() => new Response('<html>', { headers: { 'content-type': 'text/html' } })]],
  ] satisfies [string, Answer[]][])(
    '%s: a typed error after one more try, and nothing is kept',
    async (_name, answers) => {
      const cache = cacheWith(server(...answers));
      await expect(cache.get(file)).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
      expect(requests).toHaveLength(2);
      expect(await keptPaths()).toEqual([]);
    },
  );

  it('keeps the file in memory when there is no room for it, and says so', async () => {
    const full = {
      open: async () => ({
        match: async () => undefined,
        put: async () => Promise.reject(new DOMException('', 'QuotaExceededError')),
      }),
    };
    const told: ModelFile[] = [];
    const cache = cacheWith(server(whole), {
      caches: full as unknown as CacheStorage,
      onNotKept: (one) => told.push(one),
    });
    await cache.get(file);
    expect(bytesOf(await cache.get(file))).toEqual(content);
    expect(requests).toHaveLength(1);
    expect(told).toEqual([file]);
  });

  it('does without a Cache Storage that can not be opened: memory serves, and the manifest is read', async () => {
    const broken = { open: async () => Promise.reject(new DOMException('internal error', 'UnknownError')) };
    const told: ModelFile[] = [];
    const cache = cacheWith(server(whole), { caches: broken, onNotKept: (one) => told.push(one) });
    expect(bytesOf(await cache.get(file))).toEqual(content);
    expect(told).toEqual([file]);
  });

  it('does not trust what it kept: a damaged copy is fetched anew', async () => {
    await cacheWith(server(whole)).get(file);
    const cache = await caches.open('kerbside-models');
    for (const key of await cache.keys()) await cache.put(key, new Response(content.slice(1)));
    expect(bytesOf(await cacheWith(server(whole)).get(file))).toEqual(content);
    expect(requests).toHaveLength(2);
  });

  it('two tabs that want the same file download it once', async () => {
    const late: typeof fetch = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return server(whole)(...args);
    };
    const [one, two] = await Promise.all([cacheWith(late).get(file), cacheWith(late).get(file)]);
    expect(bytesOf(one)).toEqual(bytesOf(two));
    expect(requests).toHaveLength(1);
  });

  it('an aborted download says so, and the next one works', async () => {
    const abort = new AbortController();
    const abortedMidway: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        abort.abort();
      });
    const aborted = cacheWith(abortedMidway).get(file, abort.signal);
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    expect(bytesOf(await cacheWith(server(whole)).get(file))).toEqual(content);
  });

  it('forgets old versions, and leaves those of another app of this origin alone', async () => {
    const [old, fresh, other] = await Promise.all(['old', 'fresh', 'other'].map(kept));
    const manifest = (...files: (ModelFile | undefined)[]) => JSON.stringify(files);
    const ours = cacheWith(
      server(
        () => new Response(manifest(old)),
        () => new Response(manifest(fresh)),
      ),
    );
    const theirs = cacheWith(server(() => new Response(manifest(other))));
    const see = (cache: ModelCache, app: string) =>
      cache.latest(`https://${app}.example/manifest.json`, String);
    await see(ours, 'ours');
    await see(theirs, 'theirs');
    await ours.keepListed([]);
    expect(await present(old, fresh, other)).toEqual([true, false, true]);
    await kept('fresh');
    await see(ours, 'ours');
    await ours.keepListed([]);
    expect(await present(old, fresh, other)).toEqual([false, true, true]);
  });

  it('keeps what its manifest names where the manifest itself found no room', async () => {
    const [listed, old] = await Promise.all(['listed', 'old'].map(kept));
    await cacheWith(server()).keepListed(listed ? [listed] : []);
    expect(await present(listed, old)).toEqual([true, false]);
  });
});

/** A file of this content, in the cache. */
async function kept(text: string): Promise<ModelFile> {
  const { buffer } = new TextEncoder().encode(text);
  const one = {
    url: `https://models.example/${text}`,
    bytes: text.length,
    sha256: await platform.sha256(buffer),
  };
  await cacheWith(server(() => new Response(text))).get(one);
  return one;
}

async function present(...files: (ModelFile | undefined)[]): Promise<boolean[]> {
  const paths = await keptPaths();
  return files.map((one) => one !== undefined && paths.some((path) => path.endsWith(`/${one.sha256}`)));
}

async function keptPaths(): Promise<string[]> {
  const requests = await (await caches.open('kerbside-models')).keys();
  return requests.map(({ url }) => new URL(url).pathname);
}
