import { type IDBPDatabase, openDB } from 'idb';
import type { Verdict } from './engine-choice.ts';

/** Remembers how engines did, so that a golden test runs once per device and not once per visit. */
export interface Verdicts {
  get(key: string): Promise<Verdict | undefined>;
  put(key: string, verdict: Verdict): Promise<void>;
}

/** In a small database of its own: losing it costs a second, so it is never in the way of the inspections. */
export function keptVerdicts(databaseName = 'kerbside-engines'): Verdicts {
  let database: Promise<IDBPDatabase> | undefined;
  const seen = new Map<string, Verdict>(); // every photo of a task asks for them
  const open = () => {
    database ??= openDB(databaseName, 1, { upgrade: (fresh) => void fresh.createObjectStore('verdicts') });
    return database;
  };
  return {
    async get(key) {
      const verdict: Verdict | undefined = seen.get(key) ?? (await (await open()).get('verdicts', key));
      if (verdict) seen.set(key, verdict);
      return verdict;
    },
    async put(key, verdict) {
      seen.set(key, verdict);
      await (await open()).put('verdicts', verdict, key);
    },
  };
}

export function forgetfulVerdicts(): Verdicts {
  const verdicts = new Map<string, Verdict>();
  return {
    get: async (key) => verdicts.get(key),
    put: async (key, verdict) => void verdicts.set(key, verdict),
  };
}
