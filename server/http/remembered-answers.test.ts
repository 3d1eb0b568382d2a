import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openReused } from '../test-support/reused-database.ts';
import { forgetOldAnswers, once } from './remembered-answers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('remembered answers', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openReused();
    await migrate(database);
  });
  afterAll(() => database.close());

  it('are forgotten after seven days, and not before', async () => {
    const named = (key: string) => ({ userId: 'ada', key, hash: 'h' });
    for (const key of ['old', 'young']) await once(database, named(key), async () => ({ id: key }));
    const age = (key: string, days: string) =>
      database.query('update answers set created_at = now() - $2::interval where key = $1', [key, days]);
    await age('old', '7 days 1 second');
    await age('young', '6 days 23 hours');
    await forgetOldAnswers(database);
    expect(await once(database, named('young'), async () => ({ id: 'again' }))).toEqual({ id: 'young' });
    expect(await once(database, named('old'), async () => ({ id: 'again' }))).toEqual({ id: 'again' });
  });
});
