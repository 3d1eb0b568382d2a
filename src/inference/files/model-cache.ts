import { errorMessage, KerbsideError, throwIfAborted } from '../../errors.ts';
import type { Platform } from '../../platform/ports.ts';
import { download } from './download.ts';

/** A file of a manifest: its address, and how to verify it. */
export interface ModelFile {
  url: string;
  bytes: number;
  sha256: string;
}

export interface ModelCacheDeps {
  platform: Pick<Platform, 'sha256' | 'locks'>;
  fetch: typeof fetch;
  /** Cache Storage. Absent in Node and in insecure contexts. */
  caches?: Pick<CacheStorage, 'open'> | undefined;
  onProgress?: (file: ModelFile, received: number) => void;
  /**
   * Aborts a request after this time without data.
   *
   * @default 20_000
   */
  idleTimeoutMs?: number;
  /** Called if a file could not be stored. It will be downloaded again on the next visit. */
  onNotCached?: (file: ModelFile, reason: unknown) => void;
}

const CACHE_NAME = 'kerbside-models';
const MANIFEST_PREFIX = '/kerbside-models/latest/';
const IDLE_TIMEOUT_MS = 20_000;

/**
 * Downloads model files once and stores them in Cache Storage.
 *
 * A returned file always has the size and hash of the manifest. If several tabs need the same file, one downloads it and
 * the others wait.
 */
export class ModelCache {
  readonly #deps: ModelCacheDeps;
  readonly #inMemory = new Map<string, ArrayBuffer>();

  constructor(deps: ModelCacheDeps) {
    this.#deps = deps;
  }

  /** Returns a file from the cache, or downloads it. */
  async get(file: ModelFile, signal?: AbortSignal): Promise<ArrayBuffer> {
    const inMemory = this.#inMemory.get(file.sha256);
    if (inMemory) return inMemory;
    return this.#deps.platform.locks.withLock(
      `kerbside:model:${file.sha256}`,
      async () => (await this.#readCached(file)) ?? this.#download(file, signal),
      signal,
    );
  }

  /**
   * Returns a JSON file that may change at its address (a manifest): from the server, or else the last cached version.
   *
   * @param parse Throws if the content is not the expected file. Then it is not cached, and the last version is used.
   */
  async fetchLatest<T>(url: string, parse: (content: unknown) => T, signal?: AbortSignal): Promise<T> {
    const cache = await this.#openCache();
    const key = `${MANIFEST_PREFIX}${encodeURIComponent(url)}`;
    try {
      const { fetch, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.#deps;
      const timeout = AbortSignal.timeout(idleTimeoutMs);
      const response = await fetch(url, {
        cache: 'no-cache',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (!response.ok) throw new Error(`the server responded with ${response.status}`);
      const text = await response.text();
      const content = parse(JSON.parse(text));
      await cache?.put(key, new Response(text)).catch(() => {});
      return content;
    } catch (cause) {
      throwIfAborted(signal);
      const cached = await cache?.match(key);
      if (cached) return parse(await cached.json());
      if (cause instanceof KerbsideError) throw cause;
      throw new KerbsideError('model_unavailable', `${url} could not be fetched: ${errorMessage(cause)}.`, {
        details: { url },
        cause,
        retryable: true,
      });
    }
  }

  /**
   * Deletes the files of earlier versions: those that are neither in the list nor in any cached manifest.
   *
   * 2 apps of one origin share this cache. Each has its own manifest, possibly in another format. So hashes are searched
   * in the text of the manifests.
   */
  async deleteUnlisted(files: readonly ModelFile[]): Promise<void> {
    const cache = await this.#openCache();
    if (!cache) return;
    const requests = await cache.keys();
    const listed = new Set(files.map(({ sha256 }) => sha256));
    for (const request of requests.filter(isManifest)) {
      const manifest = (await (await cache.match(request))?.text()) ?? '';
      for (const [hash] of manifest.matchAll(/[0-9a-f]{64}/g)) listed.add(hash);
    }
    for (const request of requests) {
      const hash = /\/([0-9a-f]{64})(\.part)?$/.exec(request.url)?.[1];
      if (hash && !listed.has(hash)) await cache.delete(request);
    }
  }

  async #readCached(file: ModelFile): Promise<ArrayBuffer | undefined> {
    const cache = await this.#openCache();
    const response = await cache?.match(cacheKey(file));
    const bytes = await response?.arrayBuffer();
    if (!bytes) return undefined;
    if (await this.#isValid(file, bytes)) return bytes;
    await cache?.delete(cacheKey(file));
    return undefined;
  }

  async #download(file: ModelFile, signal?: AbortSignal): Promise<ArrayBuffer> {
    const { fetch, onProgress, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.#deps;
    const cache = await this.#openCache();
    const partial = await cache?.match(partialKey(file));
    const bytes = await download(file.url, {
      fetch,
      idleTimeoutMs,
      expectedBytes: file.bytes,
      partial: partial && new Uint8Array(await partial.arrayBuffer()),
      // If it cannot be stored, the next download starts from the beginning.
      onInterrupted: async (received) => cache?.put(partialKey(file), new Response(received)).catch(() => {}),
      onProgress: (received) => onProgress?.(file, received),
      isExpected: (received) => this.#isValid(file, received),
      ...(signal && { signal }),
    });
    if (partial) await cache?.delete(partialKey(file));
    await this.#store(file, bytes);
    return bytes;
  }

  async #store(file: ModelFile, bytes: ArrayBuffer): Promise<void> {
    try {
      const cache = await this.#openCache();
      if (!cache) throw new KerbsideError('unsupported', 'Cache Storage is not available in this page.');
      await cache.put(cacheKey(file), new Response(bytes.slice(0)));
    } catch (reason) {
      this.#inMemory.set(file.sha256, bytes);
      this.#deps.onNotCached?.(file, reason);
    }
  }

  async #isValid(file: ModelFile, bytes: ArrayBuffer): Promise<boolean> {
    return bytes.byteLength === file.bytes && (await this.#deps.platform.sha256(bytes)) === file.sha256;
  }

  async #openCache(): Promise<Cache | undefined> {
    return this.#deps.caches?.open(CACHE_NAME).catch(() => undefined); // some browsers reject in private windows
  }
}

function isManifest({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(MANIFEST_PREFIX);
}

/** The key depends on the content: 2 versions of a model may share a URL, and a file may move to another host. */
function cacheKey(file: ModelFile): string {
  return `/kerbside-models/${file.sha256}`;
}

/** The key of an interrupted download. */
function partialKey(file: ModelFile): string {
  return `${cacheKey(file)}.part`;
}
