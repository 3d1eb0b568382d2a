import { deleteDB, openDB } from 'idb';

/**
 * Makes Chromium start a new LevelDB log for the databases of this origin. Call it at each start, after the database is
 * open.
 *
 * If the browser is killed during a write, its LevelDB log may end with half a record. The next start reads up to that
 * record and appends to the same log. The start after that treats the log as corrupt, and Chromium deletes every
 * database of the origin (https://github.com/google/leveldb/issues/1287). Deleting a database, even an empty one, makes
 * Chromium move the content of the log into a table and drop the log, including the half record. Other browsers create
 * and delete an empty database.
 *
 * Never rejects. Do not wait for it: a frozen tab could block it.
 */
export async function resetLevelDbLog(name: string): Promise<void> {
  const scratch = `${name}:fresh-log`;
  try {
    (await openDB(scratch, 1)).close();
    await deleteDB(scratch);
  } catch {
    // The log stays unchanged. If the database is broken, the app's own calls fail.
  }
}
