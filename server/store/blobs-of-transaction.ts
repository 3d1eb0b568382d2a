import type { BlobStore } from './blob-store.ts';

export interface BlobsOfTransaction extends BlobStore {
  /** To be called when the transaction is committed: what was deleted goes now. */
  committed(): Promise<void>;
  /** To be called when it came to nothing: what was put goes, what was deleted stays. */
  rolledBack(): Promise<void>;
}

/** Blobs as a part of a transaction: what the database says of them and what lies there come out the same. */
export function blobsOfTransaction(blobs: BlobStore): BlobsOfTransaction {
  const put: string[] = [];
  const deleted: string[] = [];
  return {
    get: (id) => blobs.get(id),
    put(id, bytes, type) {
      put.push(id);
      return blobs.put(id, bytes, type);
    },
    async delete(id) {
      deleted.push(id);
    },
    committed: () => discard(blobs, deleted),
    rolledBack: () => discard(blobs, put),
  };
}

/** A blob that could not be deleted takes up room and is seen by nobody. */
export async function discard(blobs: BlobStore, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => blobs.delete(id)));
}
