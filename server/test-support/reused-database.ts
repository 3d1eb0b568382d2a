import type { Database } from '../database/database.ts';
import { openPglite } from '../database/pglite-database.ts';

/** Closed and emptied databases. Starting one takes over 1 s, emptying one takes almost no time. */
const idleDatabases: Database[] = [];

/** Opens an empty database in memory, like `openPglite`. */
export async function openReusedDatabase(): Promise<Database> {
  const database = idleDatabases.pop() ?? (await openPglite());
  let isOpen = true;
  const requireOpen = (): Database => {
    if (!isOpen) throw new Error('This database is closed.');
    return database;
  };
  return {
    query: async (...statement) => requireOpen().query(...statement),
    transaction: async (work) => requireOpen().transaction(work),
    async close() {
      requireOpen();
      isOpen = false;
      await database.query('drop schema public cascade');
      await database.query('create schema public');
      await database.query('discard all'); // settings, temporary tables, locks
      await database.query('checkpoint'); // without it the write-ahead logs of all users would accumulate in memory
      idleDatabases.push(database);
    },
  };
}
