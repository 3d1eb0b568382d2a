import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { onPostgres } from '../test-support/databases.ts';
import type { Database } from './database.ts';
import { openPg, type PgOptions } from './pg-database.ts';

vi.setConfig({ testTimeout: 60_000 });

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
});
