import pg from 'pg';
import type { Database, Queries } from './database.ts';
import { databaseError } from './database-error.ts';

const CONNECTIONS = 10;
/** Longer than any statement of ours takes, shorter than a client waits. */
const STATEMENT_MS = 25_000;

export interface PgOptions {
  connections?: number;
  /** How long to wait for a connection when all are in use. */
  waitMs?: number;
}

/** Any Postgres, by its URL. */
export async function openPg(
  connectionString: string,
  { connections = CONNECTIONS, waitMs = STATEMENT_MS }: PgOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: waitMs,
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
  const lose = (error: Error) => {
    broken = error;
  };
  client.on('error', lose); // the pool listens to idle ones only; unheard, it would end the process
  try {
    await queries.query('begin');
    const answer = await work(queries);
    await queries.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
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
