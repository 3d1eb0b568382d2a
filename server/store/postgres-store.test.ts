import { afterAll, beforeAll, vi } from 'vitest';
import { storeConformance } from '../../src/store/store-conformance.suite.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openPg } from '../database/pg-database.ts';
import { onEachDatabase } from '../test-support/databases.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { createMemoryBlobStore } from './memory-blob-store.ts';
import { PostgresStore } from './postgres-store.ts';

const TABLES = ['inspections', 'photos', 'operations', 'jobs', 'callbacks', 'answers', 'reports'];
vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

onEachDatabase('PostgresStore', (where) => {
  let database: Database;
  beforeAll(async () => {
    const { databaseUrl } = where();
    database = databaseUrl === undefined ? await openReusedDatabase() : await openPg(databaseUrl);
    await migrate(database);
  });
  afterAll(() => database.close());

  // All stores share one database, which is emptied for each: creating one takes much longer.
  storeConformance('the contract of a store', async () => {
    for (const table of TABLES) await database.query(`delete from ${table}`);
    return new PostgresStore(database, createMemoryBlobStore());
  });
});
