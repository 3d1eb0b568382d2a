import { isCommitUnknown } from '../database/database-error.ts';
import type { BlobStore } from './blob-store.ts';

export interface TransactionBlobs extends BlobStore {
  /** To be called when the transaction is committed: what was deleted goes now. */
  commit(): Promise<void>;
  /** To be called when it failed: what was put goes, what was deleted stays. */
  rollBack(error: unknown): Promise<void>;
}

/** Blobs as a part of a transaction: what the database says of them and what lies there come out the same. */
export function createTransactionBlobs(blobs: BlobStore): TransactionBlobs {
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
    commit: () => deleteBlobs(blobs, deleted),
    rollBack: (error) => deleteUncommittedBlobs(blobs, put, error),
  };
}

/** A blob that could not be deleted takes up room and is seen by nobody. */
export async function deleteBlobs(blobs: BlobStore, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => blobs.delete(id)));
}

/** The blobs of a change that failed. Where it may be written all the same they stay: a record may name them. */
export async function deleteUncommittedBlobs(
  blobs: BlobStore,
  ids: readonly string[],
  error: unknown,
): Promise<void> {
  if (!isCommitUnknown(error)) await deleteBlobs(blobs, ids);
}
