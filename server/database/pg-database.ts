import { Socket } from 'node:net';
import pg from 'pg';
import { KerbsideError } from '../../src/errors.ts';
import type { DatabaseAddress } from './connection-error.ts';
import type { Database, Queries, QueryOptions } from './database.ts';
import { toDatabaseError, unknownCommitError } from './database-error.ts';
import { listenToPg } from './pg-listener.ts';

const CONNECTIONS = 10;
/** Longer than any statement of the service takes, shorter than a client waits. */
const STATEMENT_TIMEOUT_MS = 25_000;
/** Postgres itself ends a statement before this. Without a response by now, the server or the network is down. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
const CLOSE_TIMEOUT_MS = 5_000;

export interface PgOptions {
  /** Largest number of connections. */
  connections?: number;
  /** Timeout for getting a connection while all are in use. */
  connectTimeoutMs?: number;
  /** Timeout for a response. After it, the connection is closed. */
  responseTimeoutMs?: number;
  /** Idle timeout of connections during `close`. */
  closeTimeoutMs?: number;
}

/** Opens a pool of connections to a Postgres server. */
export async function openPg(
  connectionString: string,
  {
    connections: max = CONNECTIONS,
    connectTimeoutMs = STATEMENT_TIMEOUT_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    closeTimeoutMs = CLOSE_TIMEOUT_MS,
  }: PgOptions = {},
): Promise<Database> {
  const context: PoolContext = {
    address: parseAddress(connectionString),
    nameStatement: createStatementNames(),
  };
  const sockets = createPoolSockets();
  const pool = new pg.Pool({
    connectionString,
    max,
    stream: sockets.open,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: responseTimeoutMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 4 * STATEMENT_TIMEOUT_MS,
  });
  // A connection that fails while idle is replaced at the next query. Without a listener the error would end the process.
  pool.on('error', () => {});
  return {
    query: createQuery(pool, context),
    transaction: (work) => runTransaction(pool, context, work),
    setIdleTimeout: sockets.setIdleTimeout,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    listen: (channel, onNotify) => listenToPg(connectionString, channel, onNotify),
    async close() {
      sockets.setIdleTimeout(closeTimeoutMs);
      await pool.end();
      sockets.close();
    },
  };
}

/** The state that all connections of a pool share. */
interface PoolContext {
  address: DatabaseAddress;
  nameStatement(text: string): string;
}

async function runTransaction<T>(
  pool: pg.Pool,
  context: PoolContext,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toDatabaseError(error, context.address);
  });
  let connectionError: Error | undefined;
  const onConnectionError = (error: Error) => {
    connectionError = error;
  };
  const queries: Queries = {
    query: createQuery(client, context, onConnectionError),
    transaction: (inner) => inner(queries),
  };
  client.on('error', onConnectionError); // the pool listens to idle clients only; without a listener the process ends
  try {
    await queries.query('begin');
    const result = await work(queries);
    await commit(client, context.address, onConnectionError);
    return result;
  } catch (error) {
    // A broken connection needs no rollback: Postgres rolls back when it ends.
    if (!connectionError) await client.query('rollback').catch(onConnectionError);
    throw error;
  } finally {
    client.off('error', onConnectionError);
    client.release(connectionError); // a broken connection is not reused
  }
}

async function commit(
  client: pg.PoolClient,
  address: DatabaseAddress,
  onConnectionError: (error: Error) => void,
): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    if (isServerError(error)) throw toDatabaseError(error, address);
    onConnectionError(error as Error);
    throw unknownCommitError(error, address);
  }
}

/** `onConnectionError` is called if Postgres did not respond: the state of the connection is then unknown. */
function createQuery(
  target: pg.Pool | pg.PoolClient,
  { address, nameStatement }: PoolContext,
  onConnectionError: (error: Error) => void = () => {},
): Queries['query'] {
  return async <Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    { isPrepared = false }: QueryOptions = {},
  ) => {
    try {
      const name = isPrepared ? nameStatement(text) : undefined;
      return (await target.query({ text, values: [...values], ...(name && { name }) })).rows as Row[];
    } catch (error) {
      if (!isServerError(error)) onConnectionError(error as Error);
      throw toDatabaseError(error, address);
    }
  };
}

/** Equal statements get equal names, on all connections of a pool. */
function createStatementNames(): PoolContext['nameStatement'] {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? `kerbside_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** Returns true if Postgres responded with an error, false if the connection failed. */
function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Returns the address as the driver reads it: from the URL and from environment variables such as PGHOST. */
function parseAddress(connectionString: string): DatabaseAddress {
  try {
    const { host, port, database = '' } = new pg.Client({ connectionString });
    return { host, port, name: database };
  } catch {
    // Without the driver's message: it may contain the URL, and so the password.
    throw new KerbsideError(
      'invalid_input',
      'DATABASE_URL is invalid. Its form is postgres://user:password@host:5432/database. Write %40 for an @ in the password.',
    );
  }
}

/** The sockets of a connection pool. On close, the driver waits for a response that may never come. */
export interface PoolSockets {
  open(): Socket;
  /** Destroys each socket without data for this long. Applies to open sockets and to later ones. */
  setIdleTimeout(idleTimeoutMs: number): void;
  /** Sends pending data and closes all sockets without waiting for a response. */
  close(): void;
}

export function createPoolSockets(): PoolSockets {
  const sockets = new Set<Socket>();
  let timeoutMs: number | undefined;
  const applyTimeout = (socket: Socket) => {
    if (timeoutMs !== undefined) socket.setTimeout(timeoutMs, () => socket.destroy());
  };
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      applyTimeout(socket);
      return socket;
    },
    setIdleTimeout(idleTimeoutMs) {
      timeoutMs = idleTimeoutMs;
      for (const socket of sockets) applyTimeout(socket);
    },
    close() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
