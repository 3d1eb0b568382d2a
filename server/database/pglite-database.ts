import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database, Queries } from './database.ts';
import { toDatabaseError } from './database-error.ts';
import { loadEmptySnapshot } from './pglite-snapshot.ts';

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
