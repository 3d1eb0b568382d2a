import { type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { KerbsideError } from '../../errors.ts';
import { type KerbsideDatabase, migrate, SCHEMA_VERSION } from './schema.ts';
import { isConnectionFailure, toStorageError } from './storage-errors.ts';

type Database = IDBPDatabase<KerbsideDatabase>;
export type StoreName = StoreNames<KerbsideDatabase>;
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  KerbsideDatabase,
  StoreName[],
  Mode
>;

export interface ConnectionOptions {
  name: string;
  /** Called if another tab upgrades the database. This tab must be reloaded before it can write again. */
  onOutdated?: () => void;
  /** Called if the open database was deleted and created again. Its content is lost. */
  onReplaced?: () => void;
  /** How long to wait for the database, in milliseconds. Slow devices need seconds. Default: 10000. */
  openTimeoutMs?: number;
  /** Replaces the pause before a retry. For tests. */
  sleep?: (milliseconds: number) => Promise<void>;
}

const RETRY_DELAYS_MS = [0, 50, 250];

/**
 * A connection that reopens itself. If the browser drops the connection during a transaction, the connection is opened
 * again and the work runs again, at most 3 times. Work must be idempotent. A permanent failure is thrown.
 */
export class Connection {
  readonly #options: Required<ConnectionOptions>;
  #database: Promise<Database> | undefined;
  /** Calls and transactions that have not ended. */
  readonly #running = new Set<Promise<unknown>>();
  #hasBeenOpen = false;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = {
      onOutdated: () => {},
      onReplaced: () => {},
      openTimeoutMs: 10_000,
      sleep,
      ...options,
    };
  }

  /**
   * Runs the work in one transaction.
   *
   * @param stores - The stores that the work uses, and no others: a transaction waits for writes to any of its stores.
   */
  read<T>(stores: StoreName[], work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T> {
    return this.#run(async (database) => {
      const transaction = database.transaction(stores);
      this.#track(transaction.done); // ends after its last request
      return work(transaction);
    });
  }

  /**
   * Runs the work in one transaction. If it throws, its writes are rolled back. Resolves when the data is on disk.
   *
   * @param stores - The stores that the work uses, and no others: they cannot be read until the transaction has ended.
   */
  write<T>(stores: StoreName[], work: (transaction: Transaction<'readwrite'>) => Promise<T>): Promise<T> {
    return this.#run(async (database) => {
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
      this.#track(transaction.done);
      try {
        const result = await work(transaction);
        await transaction.done;
        return result;
      } catch (error) {
        abort(transaction);
        // All requests of an aborted transaction fail with AbortError. `transaction.error` has the reason.
        throw transaction.error ?? error;
      }
    });
  }

  /** Closes the connection. Resolves when the transactions that were running have ended, too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#database) await this.#drop(this.#database);
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const running = this.#withReconnect(work);
    this.#track(running);
    return running;
  }

  /** Keeps the promise until it is settled. Whoever started the work gets its error. */
  #track(work: Promise<unknown>): void {
    const end = () => void this.#running.delete(settled);
    const settled = work.then(end, end);
    this.#running.add(settled);
  }

  async #withReconnect<T>(work: (database: Database) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#isClosed) throw new KerbsideError('closed', 'The store is closed. Open Kerbside again.');
      this.#database ??= this.#open();
      const opened = this.#database;
      try {
        return await work(await opened);
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (!isConnectionFailure(error) || delay === undefined) throw toStorageError(error);
        await this.#drop(opened);
        await this.#options.sleep(delay);
      }
    }
  }

  #open(): Promise<Database> {
    const opening = { forget: () => {}, isBlocked: false };
    const connection = this.#withTimeout(this.#request(opening), opening);
    opening.forget = () => {
      if (this.#database === connection) this.#database = undefined;
    };
    connection.catch(opening.forget);
    return connection;
  }

  async #request(opening: Opening): Promise<Database> {
    const { name, onOutdated, onReplaced } = this.#options;
    let upgradeError: unknown;
    let isNew = false;
    try {
      const database = await openDB<KerbsideDatabase>(name, SCHEMA_VERSION, {
        upgrade: (database, from, _to, transaction) => {
          isNew = from === 0;
          transaction.done.catch(noop);
          migrate(database, from, transaction).catch((error: unknown) => {
            upgradeError = error;
            abort(transaction);
          });
        },
        blocked: () => {
          opening.isBlocked = true;
        },
        blocking: (_current, blocked, event) => {
          opening.forget();
          (event.target as IDBDatabase).close();
          if (blocked !== null) onOutdated();
        },
        terminated: () => opening.forget(),
      });
      if (isNew && this.#hasBeenOpen) onReplaced();
      this.#hasBeenOpen = true;
      return database;
    } catch (error) {
      throw upgradeError ?? error;
    }
  }

  /** Rejects after `openTimeoutMs`: another tab may never close an older version, and a browser may never respond. */
  async #withTimeout(request: Promise<Database>, opening: Opening): Promise<Database> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      const { openTimeoutMs } = this.#options;
      const rejectLate = () => reject(opening.isBlocked ? blockedError() : lateError(openTimeoutMs));
      timer = setTimeout(rejectLate, openTimeoutMs);
    });
    try {
      return await Promise.race([request, timeout]);
    } catch (error) {
      void request.then((late) => late.close()).catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #drop(opened: Promise<Database>): Promise<void> {
    if (this.#database === opened) this.#database = undefined;
    try {
      (await opened).close();
    } catch {
      // It never opened, or is closed already.
    }
  }
}

interface Opening {
  /** Called if the connection is no longer usable. */
  forget(): void;
  /** Whether the browser reported that another connection is in the way. */
  isBlocked: boolean;
}

/** Ignores the error of a transaction that has ended. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {}
}

function noop(): void {}

function blockedError(): KerbsideError {
  return new KerbsideError(
    'storage_unavailable',
    'The database cannot be opened because another tab uses an older version of it. Close the other tabs of this app and reload.',
    { retryable: true },
  );
}

function lateError(openTimeoutMs: number): KerbsideError {
  return new KerbsideError(
    'storage_unavailable',
    `The database did not open within ${openTimeoutMs / 1_000} s. The device may be busy, or another tab may be changing the database. Try again. If that fails, too, close the other tabs of this app and reload.`,
    { retryable: true },
  );
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
