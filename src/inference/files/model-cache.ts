import { KerbsideError, throwIfAborted } from '../../errors.ts';
import { reasonOf } from '../../platform/error-reason.ts';
import type { Platform } from '../../platform/ports.ts';
import { download } from './download.ts';

/** A file that a manifest names: where it is, and how to know that it came whole. */
export interface ModelFile {
  url: string;
  bytes: number;
  sha256: string;
}

export interface ModelCacheDeps {
  platform: Pick<Platform, 'sha256' | 'locks'>;
  fetch: typeof fetch;
  /** Cache Storage; absent in Node and on pages that are not secure. */
  caches?: Pick<CacheStorage, 'open'> | undefined;
  onProgress?: (file: ModelFile, received: number) => void;
  /** How long a server may say nothing before it counts as gone, in milliseconds. */
  patienceMs?: number;
  /** There was no room to keep the file: it will be downloaded again next time. */
  onNotKept?: (file: ModelFile, reason: unknown) => void;
}

const CACHE_NAME = 'kerbside-models';
const MANIFESTS = '/kerbside-models/latest/';
const PATIENCE_MS = 20_000;

/**
 * Model files, downloaded once and kept. What is handed out always has the manifest's size and hash;
 * tabs that want the same file wait for one download.
 */
export class ModelCache {
  readonly #deps: ModelCacheDeps;
  readonly #inMemory = new Map<string, ArrayBuffer>();

  constructor(deps: ModelCacheDeps) {
    this.#deps = deps;
  }

  async get(file: ModelFile, signal?: AbortSignal): Promise<ArrayBuffer> {
    const held = this.#inMemory.get(file.sha256);
    if (held) return held;
    return this.#deps.platform.locks.hold(
      `kerbside:model:${file.sha256}`,
      async () => (await this.#kept(file)) ?? this.#fetched(file, signal),
      signal,
    );
  }

  /**
   * A small JSON file that may change at its address (a manifest): as the server has it, or as it was last seen.
   * `read` throws at what is no such file: then it is not kept, and what was seen before still stands.
   */
  async latest<T>(url: string, read: (content: unknown) => T, signal?: AbortSignal): Promise<T> {
    const cache = await this.#open();
    const key = `${MANIFESTS}${encodeURIComponent(url)}`;
    try {
      const { fetch, patienceMs = PATIENCE_MS } = this.#deps;
      const patience = AbortSignal.timeout(patienceMs);
      const response = await fetch(url, {
        cache: 'no-cache',
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const text = await response.text();
      const content = read(JSON.parse(text));
      await cache?.put(key, new Response(text)).catch(() => {});
      return content;
    } catch (cause) {
      throwIfAborted(signal);
      const seen = await cache?.match(key);
      if (seen) return read(await seen.json());
      if (cause instanceof KerbsideError) throw cause;
      throw new KerbsideError('model_unavailable', `${url} could not be fetched: ${reasonOf(cause)}.`, {
        details: { url },
        cause,
        retryable: true,
      });
    }
  }

  /**
   * Forgets the files of earlier versions: those that are neither in the list nor named by any manifest as it was last
   * seen. Two apps of one origin share this cache, and each has a manifest of its own, maybe in another format.
   */
  async keepListed(files: readonly ModelFile[]): Promise<void> {
    const cache = await this.#open();
    if (!cache) return;
    const kept = await cache.keys();
    const listed = new Set(files.map(({ sha256 }) => sha256));
    for (const request of kept.filter(isManifest)) {
      const manifest = (await (await cache.match(request))?.text()) ?? '';
      for (const [hash] of manifest.matchAll(/[0-9a-f]{64}/g)) listed.add(hash);
    }
    for (const request of kept) {
      const hash = /\/([0-9a-f]{64})(\.part)?$/.exec(request.url)?.[1];
      if (hash && !listed.has(hash)) await cache.delete(request);
    }
  }

  async #kept(file: ModelFile): Promise<ArrayBuffer | undefined> {
    const cache = await this.#open();
    const response = await cache?.match(keyOf(file));
    const bytes = await response?.arrayBuffer();
    if (!bytes) return undefined;
    if (await this.#isWhole(file, bytes)) return bytes;
    await cache?.delete(keyOf(file));
    return undefined;
  }

  async #fetched(file: ModelFile, signal?: AbortSignal): Promise<ArrayBuffer> {
    const { fetch, onProgress, patienceMs = PATIENCE_MS } = this.#deps;
    const cache = await this.#open();
    const part = await cache?.match(partOf(file));
    const bytes = await download(file.url, {
      fetch,
      patienceMs,
      expectedBytes: file.bytes,
      begun: part && new Uint8Array(await part.arrayBuffer()),
      // Without room for it the next download starts from the beginning.
      onCut: async (received) => cache?.put(partOf(file), new Response(received)).catch(() => {}),
      onProgress: (received) => onProgress?.(file, received),
      accept: (received) => this.#isWhole(file, received),
      ...(signal && { signal }),
    });
    if (part) await cache?.delete(partOf(file));
    await this.#keep(file, bytes);
    return bytes;
  }

  async #keep(file: ModelFile, bytes: ArrayBuffer): Promise<void> {
    try {
      const cache = await this.#open();
      if (!cache) throw new KerbsideError('unsupported', 'This page has no Cache Storage.');
      await cache.put(keyOf(file), new Response(bytes.slice(0)));
    } catch (reason) {
      this.#inMemory.set(file.sha256, bytes);
      this.#deps.onNotKept?.(file, reason);
    }
  }

  async #isWhole(file: ModelFile, bytes: ArrayBuffer): Promise<boolean> {
    return bytes.byteLength === file.bytes && (await this.#deps.platform.sha256(bytes)) === file.sha256;
  }

  async #open(): Promise<Cache | undefined> {
    return this.#deps.caches?.open(CACHE_NAME).catch(() => undefined); // as some browsers refuse in private windows
  }
}

function isManifest({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(MANIFESTS);
}

/** By content: two versions of a model may share a URL, and a URL may change host. */
function keyOf(file: ModelFile): string {
  return `/kerbside-models/${file.sha256}`;
}

/** The beginning of a file whose download was cut short. */
function partOf(file: ModelFile): string {
  return `${keyOf(file)}.part`;
}
