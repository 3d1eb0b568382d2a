import type { Database } from '../database/database.ts';
import { openPglite } from '../database/pglite-database.ts';

/** Those in memory that were closed, and emptied. To start one takes over a second, to empty one hardly anything. */
const idle: Database[] = [];

/** An empty database in memory, as `openPglite` gives it. */
export async function openReusedDatabase(): Promise<Database> {
  const database = idle.pop() ?? (await openPglite());
  let isOpen = true;
  const whileOpen = (): Database => {
    if (!isOpen) throw new Error('This database is closed.');
    return database;
  };
  return {
    query: async (sql, values) => whileOpen().query(sql, values),
    transaction: async (work) => whileOpen().transaction(work),
    async close() {
      whileOpen();
      isOpen = false;
      await database.query('drop schema public cascade');
      await database.query('create schema public');
      await database.query('discard all'); // settings, temporary tables, locks
      await database.query('checkpoint'); // or the logs of all who had it would add up in memory
      idle.push(database);
    },
  };
}
