import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../../src/errors.ts';
import { type BlobStore, requireBlobId } from './blob-store.ts';

/** Files in a folder, spread over 256 subfolders. Written under another name first, then renamed: whole or not there. */
export function createFolderBlobStore(folder: string): BlobStore {
  const subfolder = (id: string) => join(folder, requireBlobId(id).slice(-2));
  const pathOf = (id: string) => join(subfolder(id), requireBlobId(id));
  return {
    async put(id, bytes) {
      await mkdir(subfolder(id), { recursive: true });
      const unfinished = `${pathOf(id)}.part`;
      try {
        await writeDown(unfinished, bytes);
        await rename(unfinished, pathOf(id));
      } catch (cause) {
        await rm(unfinished, { force: true });
        throw failed(cause);
      }
    },
    async get(id) {
      try {
        return new Uint8Array(await readFile(pathOf(id))).buffer;
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return undefined;
        throw failed(cause);
      }
    },
    delete: (id) => rm(pathOf(id), { force: true }),
  };
}

/** On the disk and not only in its cache: the database is about to say that it is there. */
async function writeDown(path: string, bytes: ArrayBuffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(new Uint8Array(bytes));
    await file.sync();
  } finally {
    await file.close();
  }
}

function failed(cause: unknown): KerbsideError {
  const isFull = codeOf(cause) === 'ENOSPC' || codeOf(cause) === 'EDQUOT';
  return new KerbsideError(
    isFull ? 'storage_full' : 'storage_unavailable',
    isFull ? 'The disk is full; nothing was written.' : 'The folder of photos can not be used.',
    { cause, retryable: true },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
