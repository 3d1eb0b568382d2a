import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database, Queries } from './database.ts';
import { toDatabaseError } from './database-error.ts';

/** Opens an embedded Postgres, in a folder or in memory. It has one connection. */
export async function openPglite(folder?: string): Promise<Database> {
  const exists = folder !== undefined && existsSync(join(folder, 'PG_VERSION'));
  const db = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(!exists && { loadDataDir: await loadEmptySnapshot() }),
  });
  return {
    query: createQuery(db),
    async transaction(work) {
      try {
        return await db.transaction((transaction) => work(toQueries(transaction)));
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close: () => db.close(),
  };
}

function toQueries(transaction: QueryTarget): Queries {
  const queries: Queries = { query: createQuery(transaction), transaction: (work) => work(queries) };
  return queries;
}

/** The common part of a PGlite database and a PGlite transaction. */
interface QueryTarget {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

function createQuery(target: QueryTarget): Queries['query'] {
  return async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    try {
      return (await target.query<Row>(sql, [...values])).rows;
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
}

/**
 * Returns a snapshot of an empty database for PGlite to start from.
 *
 * Creating a database takes 8 s of CPU time, unpacking a snapshot 1 s. So the first snapshot is cached in the user's cache
 * folder, per PGlite version. If the folder is not writable, each start creates a database.
 */
export async function loadEmptySnapshot(): Promise<Blob> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kerbside');
  const file = join(folder, `pglite-${await readPgliteVersion()}.tar.gz`);
  const cached = await readCached(file);
  if (cached) return new Blob([cached], { type: 'application/x-gzip' });
  const created = await createSnapshot();
  await cache(file, created).catch(() => {}); // a read-only home folder must not prevent the start
  return created;
}

async function createSnapshot(): Promise<Blob> {
  const db = await PGlite.create();
  try {
    return await db.dumpDataDir('gzip');
  } finally {
    await db.close();
  }
}

/** Reads the file only if no other user can write to its folder: its content becomes the database. */
async function readCached(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { uid, mode } = await stat(dirname(file));
    const isPrivate = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isPrivate ? new Uint8Array(await readFile(file)) : undefined;
  } catch {
    return undefined;
  }
}

async function cache(file: string, snapshot: Blob): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await chmod(dirname(file), 0o700);
  const unfinished = `${file}.${process.pid}-${crypto.randomUUID()}`;
  try {
    await writeFile(unfinished, new Uint8Array(await snapshot.arrayBuffer()));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function readPgliteVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const content = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return String((JSON.parse(content) as { version: unknown }).version);
}
