import pg from 'pg';
import { KerbsideError } from '../../src/errors.ts';
import type { DatabaseAddress } from './connection-error.ts';
import type { Database, Queries } from './database.ts';
import { toDatabaseError, unknownCommitError } from './database-error.ts';
import { createPoolSockets } from './pool-sockets.ts';

const CONNECTIONS = 10;
/** Longer than any statement of ours takes, shorter than a client waits. */
const STATEMENT_MS = 25_000;
/** Postgres ends a statement by itself; one that has not answered by now is gone, or the network is. */
const ANSWER_MS = STATEMENT_MS + 2_000;
const CLOSE_MS = 5_000;

export interface PgOptions {
  connections?: number;
  /** How long to wait for a connection when all are in use. */
  waitMs?: number;
  /** How long to wait for an answer before the connection is given up. */
  answerMs?: number;
  /** How long a connection may be silent when all are to be closed. */
  closeMs?: number;
}

/** Any Postgres, by its URL. */
export async function openPg(
  connectionString: string,
  {
    connections: max = CONNECTIONS,
    waitMs = STATEMENT_MS,
    answerMs = ANSWER_MS,
    closeMs = CLOSE_MS,
  }: PgOptions = {},
): Promise<Database> {
  const place = placeOf(connectionString);
  const connections = createPoolSockets();
  const pool = new pg.Pool({
    connectionString,
    max,
    stream: connections.open,
    keepAlive: true,
    connectionTimeoutMillis: waitMs,
    query_timeout: answerMs,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 4 * STATEMENT_MS,
  });
  // A connection that dies while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    query: statements(pool, place),
    transaction: (work) => transaction(pool, place, work),
    setIdleTimeout: connections.setIdleTimeout,
    async close() {
      connections.setIdleTimeout(closeMs);
      await pool.end();
      connections.close();
    },
  };
}

async function transaction<T>(
  pool: pg.Pool,
  place: DatabaseAddress,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toDatabaseError(error, place);
  });
  let broken: Error | undefined;
  const lose = (error: Error) => {
    broken = error;
  };
  const queries: Queries = {
    query: statements(client, place, lose),
    transaction: (inner) => inner(queries),
  };
  client.on('error', lose); // the pool listens to idle ones only; unheard, it would end the process
  try {
    await queries.query('begin');
    const answer = await work(queries);
    await commit(client, place, lose);
    return answer;
  } catch (error) {
    // Who did not answer is not asked to roll back: Postgres does so when the connection ends.
    if (!broken) await client.query('rollback').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    client.release(broken); // a connection that could not even roll back is not used again
  }
}

async function commit(
  client: pg.PoolClient,
  place: DatabaseAddress,
  lose: (error: Error) => void,
): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    if (isAnswer(error)) throw toDatabaseError(error, place);
    lose(error as Error);
    throw unknownCommitError(error, place);
  }
}

/** `lose` is told when Postgres did not answer: nobody knows then what state the connection is in. */
function statements(
  target: pg.Pool | pg.PoolClient,
  place: DatabaseAddress,
  lose: (error: Error) => void = () => {},
): Queries['query'] {
  return async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    try {
      return (await target.query(sql, [...values])).rows as Row[];
    } catch (error) {
      if (!isAnswer(error)) lose(error as Error);
      throw toDatabaseError(error, place);
    }
  };
}

function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** As the driver reads the URL and what the environment adds to it (PGHOST and the like). */
function placeOf(connectionString: string): DatabaseAddress {
  try {
    const { host, port, database = '' } = new pg.Client({ connectionString });
    return { host, port, name: database };
  } catch {
    // Without its words: they may quote the URL, and with it the password.
    throw new KerbsideError(
      'invalid_input',
      'The URL of the database can not be read; DATABASE_URL is like postgres://user:password@host:5432/database, with %40 for an @ in the password.',
    );
  }
}
