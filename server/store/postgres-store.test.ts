import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { storeConformance } from '../../src/store/store-conformance.suite.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openPg } from '../database/pg-database.ts';
import { openPglite } from '../database/pglite-database.ts';
import { postgresBinaries, startPostgres } from '../test-support/private-postgres.ts';
import { memoryBlobs } from './memory-blobs.ts';
import { PostgresStore } from './postgres-store.ts';

const TABLES = ['inspections', 'photos', 'operations', 'jobs', 'callbacks', 'answers', 'reports'];
const SLOW_START = 180_000;
vi.setConfig({ testTimeout: 60_000 });

/** One database for all tests of a run, emptied for each store: to make one takes much longer than to empty it. */
function conformanceOn(name: string, open: () => Promise<Database>): void {
  describe(name, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await migrate(database);
    }, SLOW_START);
    afterAll(() => database.close());
    storeConformance('PostgresStore', async () => {
      for (const table of TABLES) await database.query(`delete from ${table}`);
      return new PostgresStore(database, memoryBlobs());
    });
  });
}

conformanceOn('on PGlite', () => openPglite());

const binaries = postgresBinaries();
if (binaries === undefined) {
  test('on Postgres: left out, because no Postgres server is installed here', () => {});
} else {
  let stop = () => {};
  afterAll(() => stop());
  conformanceOn('on Postgres', async () => {
    const server = await startPostgres(binaries);
    stop = server.stop;
    return openPg(server.url);
  });
}
