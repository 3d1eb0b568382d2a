import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../../src/errors.ts';
import { type BlobStore, requireBlobId } from './blob-store.ts';

/** Stores blobs as files in 256 subfolders. Writes to a temporary name and renames, so that no partial file is visible. */
export function createFolderBlobStore(folder: string): BlobStore {
  const subfolder = (id: string) => join(folder, requireBlobId(id).slice(-2));
  const toPath = (id: string) => join(subfolder(id), requireBlobId(id));
  return {
    async put(id, bytes) {
      await mkdir(subfolder(id), { recursive: true });
      const temporary = `${toPath(id)}.part`;
      try {
        await writeSynced(temporary, bytes);
        await rename(temporary, toPath(id));
      } catch (cause) {
        await rm(temporary, { force: true });
        throw storageError(cause);
      }
    },
    async get(id) {
      try {
        return new Uint8Array(await readFile(toPath(id))).buffer;
      } catch (cause) {
        if (getErrorCode(cause) === 'ENOENT') return undefined;
        throw storageError(cause);
      }
    },
    delete: (id) => rm(toPath(id), { force: true }),
  };
}

/** Writes to the disk, not only to its cache: the database will refer to this file. */
async function writeSynced(path: string, bytes: ArrayBuffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(new Uint8Array(bytes));
    await file.sync();
  } finally {
    await file.close();
  }
}

function storageError(cause: unknown): KerbsideError {
  const isFull = getErrorCode(cause) === 'ENOSPC' || getErrorCode(cause) === 'EDQUOT';
  return new KerbsideError(
    isFull ? 'storage_full' : 'storage_unavailable',
    isFull ? 'The disk is full. Nothing was written.' : 'The folder for photos is not available.',
    { cause, retryable: true },
  );
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
