/** Runs SQL statements. Values are passed as parameters, never inside the text of a statement. */
export interface Queries {
  query<Row extends object = Record<never, never>>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>;
  /** Commits all of the work, or none of it. Inside a transaction it joins that transaction. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}

export interface QueryOptions {
  /**
   * Parses and plans the statement once per connection. For frequent statements whose text has few variants: a connection
   * keeps all of them.
   */
  isPrepared?: boolean;
}

/** An open Postgres database, on a server or embedded. */
export interface Database extends Queries {
  /**
   * Closes each connection that is idle for this long, from now on. Used on shutdown: the process must not wait for a
   * database that does not respond.
   */
  setIdleTimeout?(idleTimeoutMs: number): void;
  /** Counts the connections of the pool, and what waits for one. */
  connections?(): { used: number; idle: number; waiting: number };
  /** Calls `onNotify` for each NOTIFY on a channel. Absent if no other process can connect. */
  listen?(channel: string, onNotify: () => void): { close(): void };
  close(): Promise<void>;
}
