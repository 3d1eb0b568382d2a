import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, Queries } from '../database/database.ts';
import { migrate } from '../store/migrations.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { createSharedTokenBuckets, deleteFullBuckets } from './shared-token-buckets.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('shared token buckets', () => {
  let database: Database;
  let statements = 0;
  let queries: Queries;
  beforeAll(async () => {
    database = await openReusedDatabase();
    await migrate(database);
    queries = {
      ...database,
      query(sql, values) {
        statements += 1;
        return database.query(sql, values);
      },
    };
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query('delete from rate_limits');
    statements = 0;
  });

  /** A rate that refills nothing during a test. */
  const perSecond = 1e-6;
  const refill = (seconds: number) =>
    database.query(`update rate_limits set refilled_at = refilled_at - $1 * interval '1 second'`, [seconds]);
  const isAllowed = (wait: number) => wait === 0;

  it('give the limit once to all instances, and ask the database once for a twentieth of it', async () => {
    const instances = [1, 2].map(() =>
      createSharedTokenBuckets(queries, { perSecond, burst: 100, now: () => 0 }),
    );
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, index) => instances[index % 2]?.take('ada') ?? 0),
    );
    expect(waits.filter(isAllowed)).toHaveLength(100);
    expect(statements).toBeLessThanOrEqual(22); // 20 leases, and each instance sees once that there are no more
    await instances[0]?.take('ada');
    expect(statements).toBeLessThanOrEqual(22); // it knows how long the bucket stays empty
    expect(await instances[0]?.take('bob')).toBe(0);
  });

  it('allow requests again after the time that they return', async () => {
    let time = 0;
    const buckets = createSharedTokenBuckets(queries, { perSecond: 0.1, burst: 1, now: () => time });
    expect(await buckets.take('ada')).toBe(0);
    const wait = await buckets.take('ada');
    expect(wait).toBeGreaterThan(9_000);
    expect(wait).toBeLessThanOrEqual(10_000);
    time += wait;
    await refill(wait / 1000);
    expect(await buckets.take('ada')).toBe(0);
    expect(await buckets.take('ada')).toBeGreaterThan(0);
  });

  it('lose a lease that is not used, so that it does not add to a full bucket', async () => {
    let time = 0;
    const buckets = createSharedTokenBuckets(queries, { perSecond, burst: 40, now: () => time });
    await buckets.take('ada'); // of a lease of 2
    time += 1_001;
    let allowed = 0;
    while ((await buckets.take('ada')) === 0) allowed += 1;
    expect(allowed).toBe(38);
  });

  it('store no key, and are deleted when they are full', async () => {
    await createSharedTokenBuckets(queries, { perSecond: 1, burst: 2, now: () => 0 }).take('user ada');
    const stored = await database.query<{ key: string }>('select key from rate_limits');
    expect(stored).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/) }]);
    await deleteFullBuckets(database, { perSecond: 1, burst: 2 });
    expect(await database.query('select key from rate_limits')).toHaveLength(1);
    await refill(3_600);
    await deleteFullBuckets(database, { perSecond: 1, burst: 2 });
    expect(await database.query('select key from rate_limits')).toHaveLength(0);
  });
});
