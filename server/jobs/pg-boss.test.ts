import { PGlite } from '@electric-sql/pglite';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Queries } from '../database/database.ts';
import { loadEmptySnapshot } from '../database/pglite-database.ts';
import { migrate } from '../store/migrations.ts';
import { JobQueue } from './job-queue.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

/*
 * Why the service has a queue of its own: docs/decisions.md. If a later version of pg-boss fails these tests, the reasons
 * are gone, and the queue can go too.
 */
describe('pg-boss 10', () => {
  let db: PGlite;
  let boss: PgBoss;
  const executeSql = async (sql: string, values?: unknown[]) =>
    values ? db.query(sql, values) : ((await db.exec(sql)).at(-1) ?? { rows: [] });
  const fetchOne = async (queue: string) =>
    (await boss.fetch<object>(queue, { includeMetadata: true, batchSize: 1 }))[0];

  beforeAll(async () => {
    db = await PGlite.create({ loadDataDir: await loadEmptySnapshot() });
    boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
    await boss.start();
  });
  afterAll(async () => {
    await boss.stop({ graceful: false });
    await db.close();
  });

  it('runs on the embedded database, and writes a job in a transaction of ours', async () => {
    await boss.createQueue('commits');
    const undone = db.transaction(async (transaction) => {
      const inside = { executeSql: (sql: string, values: unknown[]) => transaction.query(sql, values) };
      await boss.send('commits', { photo: 'a' }, { db: inside });
      throw new Error('conflict');
    });
    await expect(undone).rejects.toThrow('conflict');
    expect(await fetchOne('commits')).toBeUndefined();
  });

  it('gives a job to a second worker while the first one still runs it, and no call extends its time', async () => {
    await boss.createQueue('long', { name: 'long', expireInSeconds: 900, retryLimit: 5 });
    await boss.send('long', {});
    const first = await fetchOne('long');
    await db.query(`update pgboss.job set started_on = now() - interval '16 minutes' where name = 'long'`);
    await boss.maintain(); // the first worker is alive, and cannot say so
    const second = await fetchOne('long');
    expect(second?.id).toBeDefined();
    expect(second?.id).toBe(first?.id);
    // The first worker ends the attempt of the second: a job does not know who has it.
    await boss.complete('long', first?.id ?? '');
    expect((await boss.getJobById('long', second?.id ?? ''))?.state).toBe('completed');
  });

  it('counts a job that is handed back on shutdown as an attempt', async () => {
    await boss.createQueue('stopped');
    await boss.send('stopped', {});
    const first = await fetchOne('stopped');
    await boss.fail('stopped', first?.id ?? '');
    expect([first?.retryCount, (await fetchOne('stopped'))?.retryCount]).toEqual([0, 1]);
  });

  it('does not report that the database is gone: there are no jobs', async () => {
    const gone = { executeSql: () => Promise.reject(new Error('connection lost')) };
    expect(await boss.fetch('commits', { db: gone, batchSize: 1 })).toEqual([]);
  });

  it('differs in this from the queue of the service: a renewed job stays with its worker', async () => {
    const query: Queries['query'] = async <Row extends object>(
      sql: string,
      values: readonly unknown[] = [],
    ) => (await db.query<Row>(sql, [...values])).rows;
    const queries: Queries = { query, transaction: (work) => work(queries) };
    await migrate({ ...queries, close: async () => {} });
    await query(`insert into jobs (inspection_id, kind, subject) values ('i', 'task', 'images_ocr')`);
    const [first, second] = [new JobQueue(queries, 'first', 30_000), new JobQueue(queries, 'second', 30_000)];
    const job = await first.claim({ kind: 'task' });
    if (!job) throw new Error('There is no job.');
    for (let renewals = 0; renewals < 3; renewals += 1) {
      await query(`update jobs set leased_until = leased_until - interval '20 seconds'`);
      expect([await first.renew(job), await second.claim({ kind: 'task' })]).toEqual([true, undefined]);
    }
    await second.finish(job);
    expect(await query('select 1 from jobs')).toHaveLength(1);
  });
});
