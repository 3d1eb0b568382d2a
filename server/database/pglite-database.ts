import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database, Queries } from './database.ts';
import { toDatabaseError } from './database-error.ts';
import { loadEmptySnapshot } from './pglite-snapshot.ts';

/** Postgres inside this process: in a folder, or in memory without one. It has one connection. */
export async function openPglite(folder?: string): Promise<Database> {
  const isThere = folder !== undefined && existsSync(join(folder, 'PG_VERSION'));
  const db = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(!isThere && { loadDataDir: await loadEmptySnapshot() }),
  });
  return {
    query: statements(db),
    async transaction(work) {
      try {
        return await db.transaction((transaction) => work(within(transaction)));
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close: () => db.close(),
  };
}

function within(transaction: Statements): Queries {
  const queries: Queries = { query: statements(transaction), transaction: (work) => work(queries) };
  return queries;
}

/** What a database and a transaction of PGlite have in common. */
interface Statements {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

function statements(target: Statements): Queries['query'] {
  return async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    try {
      return (await target.query<Row>(sql, [...values])).rows;
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
}
