import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { migrate } from './migrations.ts';
import { deleteOldResponses, runOnce } from './responses.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('stored responses', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openReusedDatabase();
    await migrate(database);
  });
  afterAll(() => database.close());

  it('are deleted after 7 days, not before', async () => {
    const keyedRequest = (key: string) => ({ userId: 'ada', key, hash: 'h' });
    for (const key of ['old', 'young']) await runOnce(database, keyedRequest(key), async () => ({ id: key }));
    const age = (key: string, days: string) =>
      database.query('update responses set created_at = now() - $2::interval where key = $1', [key, days]);
    await age('old', '7 days 1 second');
    await age('young', '6 days 23 hours');
    await deleteOldResponses(database);
    expect(await runOnce(database, keyedRequest('young'), async () => ({ id: 'again' }))).toEqual({
      id: 'young',
    });
    expect(await runOnce(database, keyedRequest('old'), async () => ({ id: 'again' }))).toEqual({
      id: 'again',
    });
  });
});
