import { type IDBPDatabase, openDB } from 'idb';
import { KerbsideError } from '../../errors.ts';
import type { EngineVerdict } from './engine-choice.ts';

/** Stores engine verdicts, so that a self-test runs once per device and not once per visit. */
export interface VerdictStore {
  get(key: string): Promise<EngineVerdict | undefined>;
  put(key: string, verdict: EngineVerdict): Promise<void>;
  /** Closes the database. Later calls throw. */
  close(): void | Promise<void>;
}

/**
 * Creates a store in IndexedDB. It has its own small database, so that it never blocks the database of the inspections.
 * Losing it costs a second.
 */
export function createVerdictStore(databaseName = 'kerbside-engines'): VerdictStore {
  let database: Promise<IDBPDatabase> | undefined;
  let isClosed = false;
  /** Verdicts are read for every photo, also those that are missing: an engine that is not needed is never tried. */
  const cached = new Map<string, EngineVerdict | undefined>();
  const closeConnection = () => {
    const closing = database?.then((opened) => opened.close()).catch(() => {});
    database = undefined;
    return closing;
  };
  const open = () => {
    if (isClosed) throw new KerbsideError('closed', 'The engine verdicts are closed. Open Kerbside again.');
    database ??= openDB(databaseName, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('verdicts'),
      blocking: () => void closeConnection(), // the app deletes the database
    });
    return database;
  };
  return {
    async get(key) {
      if (cached.has(key)) return cached.get(key);
      const verdict: EngineVerdict | undefined = await (await open()).get('verdicts', key);
      if (!cached.has(key)) cached.set(key, verdict); // it may have been put meanwhile
      return cached.get(key);
    },
    async put(key, verdict) {
      cached.set(key, verdict);
      await (await open()).put('verdicts', verdict, key);
    },
    async close() {
      isClosed = true;
      await closeConnection();
    },
  };
}

/** Creates a store that is lost with the page. */
export function createMemoryVerdictStore(): VerdictStore {
  const verdicts = new Map<string, EngineVerdict>();
  return {
    get: async (key) => verdicts.get(key),
    put: async (key, verdict) => void verdicts.set(key, verdict),
    close() {},
  };
}
