import { isCommitUnknown } from '../database/database-error.ts';
import type { BlobStore } from './blob-store.ts';

/** Blobs that are written and deleted together with a database transaction. */
export interface TransactionBlobs extends BlobStore {
  /** Call after the transaction was committed. Deletes the blobs that it deleted. */
  commit(): Promise<void>;
  /** Call after the transaction failed. Deletes the blobs that it put, and keeps those that it deleted. */
  rollBack(error: unknown): Promise<void>;
}

/** Defers deletes until the commit and undoes puts on failure, so that blobs and records stay consistent. */
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

/** Deletes blobs and ignores failures: a blob without a record only takes up space. */
export async function deleteBlobs(blobs: BlobStore, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => blobs.delete(id)));
}

/** Deletes the blobs of a failed change. If the commit's outcome is unknown they stay: a record may refer to them. */
export async function deleteUncommittedBlobs(
  blobs: BlobStore,
  ids: readonly string[],
  error: unknown,
): Promise<void> {
  if (!isCommitUnknown(error)) await deleteBlobs(blobs, ids);
}
