import { openPg } from '../database/pg-database.ts';
import { migrate } from '../store/migrations.ts';

/** Migrates the database of the argument when the parent sends a message. A process of its own, for tests. */
process.send?.('ready');
process.once('message', async () => {
  const database = await openPg(process.argv[2] ?? '');
  await migrate(database);
  await database.close();
  process.exit();
});
