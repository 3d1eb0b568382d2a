import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { createMemoryBlobStore } from './blob-store.ts';
import { PostgresStore } from './postgres-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('blobs of a transaction', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openReusedDatabase();
  });
  afterAll(() => database.close());

  const replaceBlob = async (end: () => void) => {
    const blobs = createMemoryBlobStore();
    const [old, next] = [crypto.randomUUID(), crypto.randomUUID()];
    await blobs.put(old, new ArrayBuffer(1), 'application/pdf');
    const outcome = new PostgresStore(database, blobs).transaction(async ({ blobs: inside }) => {
      await inside.put(next, new ArrayBuffer(2), 'application/pdf');
      await inside.delete(old);
      end();
    });
    await outcome.catch(() => {});
    return { old: await blobs.get(old), next: await blobs.get(next) };
  };

  it('are put and deleted after the commit', async () => {
    expect(await replaceBlob(() => {})).toEqual({ old: undefined, next: new ArrayBuffer(2) });
  });

  it('are unchanged after a rollback', async () => {
    const fail = () => {
      throw new Error('no');
    };
    expect(await replaceBlob(fail)).toEqual({ old: new ArrayBuffer(1), next: undefined });
  });
});
