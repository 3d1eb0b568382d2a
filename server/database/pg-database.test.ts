import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { onPostgres } from '../test-support/databases.ts';
import { startNetworkPartition } from '../test-support/network-partition.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import type { Database } from './database.ts';
import { openPg, type PgOptions } from './pg-database.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Longer than a busy machine takes to respond. */
const SHORT_TIMEOUTS = { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000 };

onPostgres('a connection pool', (url) => {
  const withDatabase = async (options: PgOptions, work: (database: Database) => Promise<void>) => {
    const database = await openPg(url(), options);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };

  it('survives a lost connection inside a transaction, which is rolled back', () =>
    withDatabase({}, async (database) => {
      await database.query('create table kept (name text)');
      const cut = database.transaction(async (queries) => {
        await queries.query(`insert into kept values ('half')`);
        const [own] = await queries.query<{ pid: number }>('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1, 5000)', [own?.pid]);
        await sleep(50); // the error arrives while no statement is pending
        await queries.query(`insert into kept values ('whole')`);
      });
      await expect(cut).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true });
      expect(await database.query('select name from kept')).toEqual([]);
    }));

  it('throws a retryable error if all connections are in use', () =>
    withDatabase({ connections: 1, connectTimeoutMs: 50 }, (database) =>
      database.transaction(async () => {
        const unavailable = { code: 'storage_unavailable', retryable: true };
        await expect(database.query('select 1')).rejects.toMatchObject(unavailable);
        await expect(database.transaction(async () => {})).rejects.toMatchObject(unavailable);
      }),
    ));

  const unavailable = { code: 'storage_unavailable', retryable: true };

  it('times out if the database does not respond, also in a transaction, and recovers when it is back', {
    tags: 'long',
  }, async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, { connections: 2, ...SHORT_TIMEOUTS });
    await database.query('create table heard (name text)');
    const cut = database.transaction(async (queries) => {
      await queries.query(`insert into heard values ('half')`);
      network.cut();
      await queries.query(`insert into heard values ('whole')`);
    });
    await expect(cut).rejects.toMatchObject(unavailable);
    await expect(database.query('select 1')).rejects.toMatchObject(unavailable);
    network.heal();
    await waitUntil(async () => expect(await database.query('select name from heard')).toEqual([]));
    await database.close();
    network.close();
  });

  it('reports an unknown outcome if the response to a commit is lost', async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, SHORT_TIMEOUTS);
    await database.query('create table doubted (name text)');
    const cut = database.transaction(async (queries) => {
      await queries.query(`insert into doubted values ('whole')`);
      network.cut('responses');
    });
    await expect(cut).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringMatching(/did not confirm the commit/),
    });
    network.heal();
    const written = () => database.query('select name from doubted');
    await waitUntil(async () => expect(await written()).toEqual([{ name: 'whole' }]));
    await database.close();
    network.close();
  });

  it('closes without waiting for a database that does not respond', async () => {
    const network = await startNetworkPartition(url());
    const database = await openPg(network.url, { closeTimeoutMs: 300 });
    await Promise.all([1, 2].map(() => database.query('select 1'))); // opens two connections, which are then idle
    network.cut();
    const cut = database.query('select 1');
    await new Promise(setImmediate); // the request is sent
    const [query, close] = await Promise.allSettled([cut, database.close()]);
    expect([query, close]).toMatchObject([{ reason: unavailable }, { status: 'fulfilled' }]);
    network.close();
  });
});
