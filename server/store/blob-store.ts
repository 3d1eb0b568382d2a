import type { DirectBlobs } from './direct-blobs.ts';

/** Stores photos and reports by id. The service creates the ids; nothing from a client is part of one. */
export interface BlobStore {
  /** Stores the whole blob or nothing: a reader never gets a partial one. */
  put(id: string, bytes: ArrayBuffer, type: string): Promise<void>;
  /** Returns undefined if the blob does not exist. */
  get(id: string): Promise<ArrayBuffer | undefined>;
  /** Does nothing if the blob does not exist. */
  delete(id: string): Promise<void>;
  /** Only of a store that clients can reach: a bucket. */
  direct?: DirectBlobs;
}

const UUID = /^[0-9a-f-]{36}$/;

/** Returns whether a text has the form of the ids that the service creates. */
export function isBlobId(id: string): boolean {
  return UUID.test(id);
}

/** Checks that an id is a UUID before it becomes part of a path or URL. Anything else is a bug. */
export function requireBlobId(id: string): string {
  if (!isBlobId(id)) throw new RangeError(`"${id}" is not a blob id`);
  return id;
}

/** Stores blobs in memory. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, ArrayBuffer>();
  return {
    async put(id, bytes) {
      blobs.set(id, bytes.slice(0));
    },
    get: async (id) => blobs.get(id)?.slice(0),
    async delete(id) {
      blobs.delete(id);
    },
  };
}
