import type { BlobStore } from './blob-store.ts';

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
