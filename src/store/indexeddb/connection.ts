import { type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { KerbsideError } from '../../errors.ts';
import { isConnectionFailure, storageError } from './failures.ts';
import { type KerbsideDatabase, migrate, SCHEMA_VERSION } from './schema.ts';

type Database = IDBPDatabase<KerbsideDatabase>;
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  KerbsideDatabase,
  StoreNames<KerbsideDatabase>[],
  Mode
>;

export interface ConnectionOptions {
  name: string;
  /** Another tab upgrades the database: this one must be reloaded before it can write again. */
  onOutdated?: () => void;
  /** The database that had been open was no longer there, and was made anew: what it held is lost. */
  onReplaced?: () => void;
  /** Milliseconds to wait for other tabs to let go of an older version. */
  blockedTimeoutMs?: number;
  sleep?: (milliseconds: number) => Promise<void>;
}

const STORES: StoreNames<KerbsideDatabase>[] = [
  'inspections',
  'photos',
  'outbox',
  'remoteIds',
  'awaited',
  'sending',
];
const RETRY_DELAYS_MS = [0, 50, 250];

/**
 * One connection that heals. Work is handed a transaction; when the browser drops the connection under it, the
 * connection is opened anew and the work is run again, at most three times. So work must be safe to repeat, and
 * a failure that stays is thrown, never swallowed.
 */
export class Connection {
  readonly #options: Required<ConnectionOptions>;
  #database: Promise<Database> | undefined;
  #wasOpen = false;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = {
      onOutdated: () => {},
      onReplaced: () => {},
      blockedTimeoutMs: 10_000,
      sleep,
      ...options,
    };
  }

  read<T>(work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T> {
    return this.#heal(async (database) => {
      const transaction = database.transaction(STORES);
      transaction.done.catch(ignore); // what it says, the request that failed says too
      return work(transaction);
    });
  }

  /** All of the work or nothing: when it throws, what it wrote is undone. Answers once the disk has it. */
  write<T>(work: (transaction: Transaction<'readwrite'>) => Promise<T>): Promise<T> {
    return this.#heal(async (database) => {
      const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' });
      transaction.done.catch(ignore);
      try {
        const answer = await work(transaction);
        await transaction.done;
        return answer;
      } catch (error) {
        abort(transaction);
        // Requests of an aborted transaction all fail with AbortError; why it was aborted stands on the transaction.
        throw transaction.error ?? error;
      }
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#database) void this.#drop(this.#database);
  }

  async #heal<T>(work: (database: Database) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#closed) throw new KerbsideError('closed', 'The store was closed; open Kerbside again.');
      this.#database ??= this.#open();
      const opened = this.#database;
      try {
        return await work(await opened);
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (!isConnectionFailure(error) || delay === undefined) throw storageError(error);
        await this.#drop(opened);
        await this.#options.sleep(delay);
      }
    }
  }

  #open(): Promise<Database> {
    let forget = () => {};
    const connection = this.#whenUnblocked(this.#request(() => forget()));
    forget = () => {
      if (this.#database === connection) this.#database = undefined;
    };
    connection.catch(forget);
    return connection;
  }

  async #request(forget: () => void): Promise<Database> {
    const { name, onOutdated, onReplaced } = this.#options;
    let upgradeError: unknown;
    let isNew = false;
    try {
      const database = await openDB<KerbsideDatabase>(name, SCHEMA_VERSION, {
        upgrade: (database, from, _to, transaction) => {
          isNew = from === 0;
          transaction.done.catch(ignore);
          migrate(database, from, transaction).catch((error: unknown) => {
            upgradeError = error;
            abort(transaction);
          });
        },
        blocking: (_current, blocked, event) => {
          forget();
          (event.target as IDBDatabase).close();
          if (blocked !== null) onOutdated();
        },
        terminated: forget,
      });
      if (isNew && this.#wasOpen) onReplaced();
      this.#wasOpen = true;
      return database;
    } catch (error) {
      throw upgradeError ?? error;
    }
  }

  /** Another tab that never lets go of an older version must not leave this one pending for ever. */
  async #whenUnblocked(opening: Promise<Database>): Promise<Database> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(stillBlocked()), this.#options.blockedTimeoutMs);
    });
    try {
      return await Promise.race([opening, tooLong]);
    } catch (error) {
      void opening.then((late) => late.close()).catch(() => {});
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
      // It never opened, or is closed already: there is nothing to let go of.
    }
  }
}

/** A transaction that ended by itself can not be aborted any more, and need not be. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {}
}

function ignore(): void {}

function stillBlocked(): KerbsideError {
  return new KerbsideError(
    'storage_unavailable',
    'The database could not be opened: another tab holds an older version of it. Close the other tabs of this app and reload.',
    { retryable: true },
  );
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
