import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storeConformance } from '../../src/store/store-conformance.suite.ts';
import type { Database } from '../database/database.ts';
import { openPg } from '../database/pg-database.ts';
import { onEachDatabase } from '../test-support/databases.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { createMemoryBlobStore } from './blob-store.ts';
import { migrate } from './migrations.ts';
import { PostgresStore } from './postgres-store.ts';

const TABLES = ['inspections', 'photos', 'operations', 'jobs', 'callbacks', 'responses', 'reports'];
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

  it('does not bring back an inspection that is erased between its load and the commit', async () => {
    const store = new PostgresStore(database, createMemoryBlobStore());
    const inspection = { id: 'erased', ownerId: 'ada', createdAt: '2026-01-01T00:00:00.000Z' };
    const lists = { images: [], tasks: [], damages: [], parts: [], views: [] };
    const state = { inspection, ...lists, severityResults: [], wheelAnalysis: [], documents: [] } as never;
    const change = { state, photos: [], operations: [] };
    await store.commit({ id: 'one', expectedVersion: 0, ...change });
    const isCommitted = await store.transaction(async (parts) => {
      await parts.store.load('erased');
      await parts.queries.query(`delete from inspections where id = 'erased'`);
      return parts.store.commit({ id: 'two', expectedVersion: 1, ...change });
    });
    expect([isCommitted, await store.load('erased')]).toEqual([false, undefined]);
  });
});
