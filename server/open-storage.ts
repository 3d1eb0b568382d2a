import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KerbsideError } from '../src/errors.ts';
import { createSecret, loadOrCreateSecret } from './auth/secret.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import type { Database } from './database/database.ts';
import type { ServiceOptions } from './options.ts';
import type { BlobStore } from './store/blob-store.ts';
import { createMemoryBlobStore } from './store/blob-store.ts';
import { type DataFolder, openDataFolder } from './store/data-folder.ts';
import { createFolderBlobStore } from './store/folder-blob-store.ts';
import { migrate } from './store/migrations.ts';

/** Database, blobs and token keys of a service. */
export interface Storage {
  database: Database;
  blobs: BlobStore;
  /** A folder for files of requests, of this process only. */
  uploads: string;
  keys: TokenKeys;
  close(): Promise<void>;
}

/**
 * Opens what outlives the process: database, photos and secret.
 *
 * @throws `invalid_input` if a Postgres server is used without a place for photos.
 */
export async function openStorage(options: ServiceOptions, open = openDatabase): Promise<Storage> {
  const { data, databaseUrl, s3 } = options;
  if (databaseUrl !== undefined && data === undefined && !s3) {
    throw new KerbsideError(
      'invalid_input',
      'A Postgres server stores no photos. Set a data folder or an S3 bucket too.',
    );
  }
  // Instances that share a Postgres server may share the folder for photos too.
  const isExclusive = databaseUrl === undefined;
  const folder = data === undefined ? undefined : await openDataFolder(data, { isExclusive });
  const uploads = await openUploads(data);
  let database: Database | undefined;
  try {
    database = await open(databaseUrl, folder);
    await migrate(database);
    const keys = options.keys ?? {
      secret: data === undefined ? createSecret() : await loadOrCreateSecret(data),
    };
    const opened = database;
    return {
      database,
      blobs: await openBlobs(options, folder),
      uploads: uploads.path,
      keys,
      async close() {
        await opened.close();
        await uploads.remove();
        await folder?.release();
      },
    };
  } catch (error) {
    await database?.close().catch(() => {});
    await uploads.remove();
    await folder?.release();
    throw error;
  }
}

/** Opens a Postgres server or the embedded database. Imports each only when used: their packages are optional. */
export async function openDatabase(
  url: string | undefined,
  folder: DataFolder | undefined,
): Promise<Database> {
  if (url !== undefined) {
    const { openPg } = await import('./database/pg-database.ts');
    return openPg(url);
  }
  const { openPglite } = await import('./database/pglite-database.ts');
  return openPglite(folder?.database);
}

async function openBlobs({ s3 }: ServiceOptions, folder: DataFolder | undefined): Promise<BlobStore> {
  if (s3) {
    const { createS3BlobStore: s3Blobs } = await import('./store/s3-blob-store.ts');
    return s3Blobs(s3);
  }
  return folder ? createFolderBlobStore(folder.photos) : createMemoryBlobStore();
}

const PREFIX = 'kerbside-uploads-';
/** No request takes this long. */
const ABANDONED_MS = 24 * 3_600_000;

/** A folder for the files of requests that are being handled. */
export interface UploadsFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * Creates a folder for this process, in the data folder or, without one, in the system's temporary folder. Removes those of
 * processes that ended without removing theirs.
 */
export async function openUploads(data: string | undefined): Promise<UploadsFolder> {
  const parent = data === undefined ? tmpdir() : join(data, 'uploads');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, PREFIX));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const found = await stat(join(parent, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}
