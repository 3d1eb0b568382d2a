import pg from 'pg';
import type { Database, Queries } from './database.ts';
import { databaseError } from './database-error.ts';

const CONNECTIONS = 10;
/** Longer than any statement of ours takes, shorter than a client waits. */
const STATEMENT_MS = 25_000;

/** Any Postgres, by its URL. */
export async function openPg(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: STATEMENT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 4 * STATEMENT_MS,
  });
  // A connection that dies while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    query: statements(pool),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

async function transaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(fail);
  const queries: Queries = { query: statements(client), transaction: (inner) => inner(queries) };
  let broken: Error | undefined;
  try {
    await queries.query('begin');
    const answer = await work(queries);
    await queries.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken); // a connection that could not even roll back is not used again
  }
}

function statements(target: pg.Pool | pg.PoolClient): Queries['query'] {
  return async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await target.query(sql, [...values]).catch(fail)).rows as Row[];
}

function fail(error: unknown): never {
  throw databaseError(error);
}
