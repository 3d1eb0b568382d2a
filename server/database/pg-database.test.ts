import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { onPostgres } from '../test-support/databases.ts';
import { startNetworkPartition } from '../test-support/network-partition.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import type { Database } from './database.ts';
import { openPg, type PgOptions } from './pg-database.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Longer than a busy machine takes to answer. */
const SOON = { waitMs: 3_000, answerMs: 3_000 };

onPostgres('a pool of connections', (url) => {
  const opened = async (options: PgOptions, work: (database: Database) => Promise<void>) => {
    const database = await openPg(url(), options);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };

  it('survives the loss of one between two statements of a transaction, which fails as a whole', () =>
    opened({}, async (database) => {
      await database.query('create table kept (name text)');
      const cut = database.transaction(async (queries) => {
        await queries.query(`insert into kept values ('half')`);
        const [own] = await queries.query<{ pid: number }>('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1, 5000)', [own?.pid]);
        await sleep(50); // the news comes while nobody waits for an answer
        await queries.query(`insert into kept values ('whole')`);
      });
      await expect(cut).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true });
      expect(await database.query('select name from kept')).toEqual([]);
    }));

  it('asks to be tried again when all are in use', () =>
    opened({ connections: 1, waitMs: 50 }, (database) =>
      database.transaction(async () => {
        const refused = { code: 'storage_unavailable', retryable: true };
        await expect(database.query('select 1')).rejects.toMatchObject(refused);
        await expect(database.transaction(async () => {})).rejects.toMatchObject(refused);
      }),
    ));

  const gone = { code: 'storage_unavailable', retryable: true };

  it('gives up a database that no longer answers, in a transaction too, and goes on when it is back', async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, { connections: 2, ...SOON });
    await database.query('create table heard (name text)');
    const cut = database.transaction(async (queries) => {
      await queries.query(`insert into heard values ('half')`);
      network.cut();
      await queries.query(`insert into heard values ('whole')`);
    });
    await expect(cut).rejects.toMatchObject(gone);
    await expect(database.query('select 1')).rejects.toMatchObject(gone);
    network.heal();
    await waitUntil(async () => expect(await database.query('select name from heard')).toEqual([]));
    await database.close();
    network.close();
  });

  it('does not say that nothing was written where the answer to a commit got lost', async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, SOON);
    await database.query('create table doubted (name text)');
    const cut = database.transaction(async (queries) => {
      await queries.query(`insert into doubted values ('whole')`);
      network.cut('answers');
    });
    await expect(cut).rejects.toMatchObject({
      ...gone,
      message: expect.stringMatching(/did not say whether/),
    });
    network.heal();
    const written = () => database.query('select name from doubted');
    await waitUntil(async () => expect(await written()).toEqual([{ name: 'whole' }]));
    await database.close();
    network.close();
  });

  it('closes without the answers of a database that is gone', async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, { closeMs: 300 });
    await Promise.all([1, 2].map(() => database.query('select 1'))); // two that are idle then
    network.cut();
    const cut = database.query('select 1');
    await new Promise(setImmediate); // it is under way
    const [asked, closed] = await Promise.allSettled([cut, database.close()]);
    expect([asked, closed]).toMatchObject([{ reason: gone }, { status: 'fulfilled' }]);
    network.close();
  });
});
