import { KerbsideError } from '../src/errors.ts';
import { newSecret, secretOf } from './auth/secret.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import type { ServiceOptions } from './options.ts';
import type { BlobStore } from './store/blob-store.ts';
import { folderBlobs } from './store/folder-blobs.ts';
import { memoryBlobs } from './store/memory-blobs.ts';

export interface Storage {
  database: Database;
  blobs: BlobStore;
  keys: TokenKeys;
  close(): Promise<void>;
}

/** Everything that outlives the process: database, photos, secret. */
export async function openStorage(options: ServiceOptions, open = openDatabase): Promise<Storage> {
  const { data, databaseUrl, s3 } = options;
  if (databaseUrl !== undefined && data === undefined && !s3) {
    throw new KerbsideError(
      'invalid_input',
      'With a Postgres server the photos need a place too: name a data folder, or a bucket.',
    );
  }
  // Instances that share a Postgres server may share the folder of photos, too.
  const alone = databaseUrl === undefined;
  const folder = data === undefined ? undefined : await takeDataFolder(data, { alone });
  let database: Database | undefined;
  try {
    database = await open(databaseUrl, folder);
    await migrate(database);
    const keys = options.keys ?? { secret: data === undefined ? newSecret() : await secretOf(data) };
    const opened = database;
    return {
      database,
      blobs: await openBlobs(options, folder),
      keys,
      async close() {
        await opened.close();
        await folder?.release();
      },
    };
  } catch (error) {
    await database?.close().catch(() => {});
    await folder?.release();
    throw error;
  }
}

// The adapters are imported when they are needed: a package that is not installed is missed by those who use it.

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
    const { s3Blobs } = await import('./store/s3-blobs.ts');
    return s3Blobs(s3);
  }
  return folder ? folderBlobs(folder.photos) : memoryBlobs();
}
