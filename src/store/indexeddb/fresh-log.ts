import { deleteDB, openDB } from 'idb';

/**
 * Has Chromium begin a new log for the origin's databases. To be called at each start, after the database has opened.
 *
 * A browser killed while it writes may leave half a record at the end of its LevelDB log. The next start reads up to
 * it and, instead of beginning a new log, writes on behind it; the start after that takes the log for corrupt, and
 * Chromium deletes every database of the origin (https://github.com/google/leveldb/issues/1287). Deleting a database,
 * even an empty one, makes it move all that the log holds into a table and drop the log, half record included.
 * Other browsers just create and delete an empty database.
 *
 * Never rejects, and is not worth waiting for: another tab, frozen at the wrong moment, could hold it up.
 */
export async function beginFreshLog(name: string): Promise<void> {
  const scratch = `${name}:fresh-log`;
  try {
    (await openDB(scratch, 1)).close();
    await deleteDB(scratch);
  } catch {
    // The log stays as it is; whoever needs the database is told by their own call.
  }
}
