/** What the service needs of Postgres. Values travel as parameters, never inside the text of a statement. */
export interface Queries {
  query<Row extends object = Record<never, never>>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** All or nothing. Inside a transaction it is that same one, so work that needs one can be part of a larger one. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}

export interface Database extends Queries {
  /** From now on who is silent for this long is given up: the end of a process does not wait for a database that is gone. */
  setIdleTimeout?(silenceMs: number): void;
  close(): Promise<void>;
}
