import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import type { Database } from '../database/database.ts';
import { openPg } from '../database/pg-database.ts';
import { onEachDatabase } from '../test-support/databases.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { createMemoryBlobStore } from './blob-store.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { PostgresStore } from './postgres-store.ts';
import { deleteOldResponses, runOnce } from './responses.ts';
import type { StateRow, StoredState } from './stored-state.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

/** The number of steps that version 0.2 has. */
const STEPS_OF_0_2 = 10;

/** Statements of version 0.2, as its instances send them while the first instances of this version run. */
const CLAIM_OF_0_2 = `insert into answers (user_id, key, request_hash) select $1::text, $2::text, $3::text
   where pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0)) is not null on conflict do nothing returning key`;
const CREATE_OF_0_2 = `with given as (select $1::text as user_id, $2::text as key, $3::text as body), claim as (
    insert into answers (user_id, key, request_hash, body) select user_id, key, 'h', body::json from given
    on conflict do nothing returning user_id, key
  ) select key from claim`;
const STORE_OF_0_2 = 'update answers set body = $3 where user_id = $1 and key = $2';
const LOAD_OF_0_2 = 'select request_hash, body from answers where user_id = $1 and key = $2';
const DELETE_OF_0_2 = 'delete from answers where created_at < now() - make_interval(days => $1)';

onEachDatabase('a rolling upgrade from version 0.2', (where) => {
  let database: Database;
  beforeAll(async () => {
    const { databaseUrl } = where();
    // One connection: its prepared statements are older than the migration.
    database =
      databaseUrl === undefined ? await openReusedDatabase() : await openPg(databaseUrl, { connections: 1 });
  });
  afterAll(() => database.close());

  const runOf02 = (sql: string, ...values: unknown[]) => database.query(sql, values, { isPrepared: true });
  const runOnceOf02 = async (key: string) => {
    const claimed = await runOf02(CLAIM_OF_0_2, 'ada', key, 'h');
    if (claimed.length > 0) await runOf02(STORE_OF_0_2, 'ada', key, JSON.stringify({ id: `old ${key}` }));
    const [row] = await database.query<{ body: unknown }>(LOAD_OF_0_2, ['ada', key]);
    return row?.body;
  };
  const runOnceNow = (key: string) =>
    runOnce(database, { userId: 'ada', key, hash: 'h' }, async () => ({ id: `new ${key}` }));

  it('keeps responses under one key for both versions', async () => {
    await migrate(database, MIGRATIONS.slice(0, STEPS_OF_0_2));
    await runOnceOf02('before');
    await runOf02(CREATE_OF_0_2, 'ada', 'created before', '{"id":"c"}');
    await migrate(database);
    expect(await runOnceNow('before')).toEqual({ id: 'old before' });
    expect(await runOnceNow('created before')).toEqual({ id: 'c' });
    expect(await runOnceNow('now')).toEqual({ id: 'new now' });
    expect(await runOnceOf02('now')).toEqual({ id: 'new now' });
    expect(await runOnceOf02('old instance')).toEqual({ id: 'old old instance' });
    expect(await runOnceNow('old instance')).toEqual({ id: 'old old instance' });
    expect(await runOf02(CREATE_OF_0_2, 'ada', 'created', '{"id":"d"}')).toHaveLength(1);
    expect(await runOf02(CREATE_OF_0_2, 'ada', 'now', '{"id":"d"}')).toEqual([]);
    expect(await runOnceNow('created')).toEqual({ id: 'd' });
  });

  it('deletes old responses in both versions', async () => {
    await database.query(`update responses set created_at = now() - interval '8 days' where key = 'before'`);
    await runOf02(DELETE_OF_0_2, 7);
    expect(await runOnceNow('before')).toEqual({ id: 'new before' });
    await database.query(`update answers set created_at = now() - interval '8 days' where key = 'before'`);
    await deleteOldResponses(database);
    expect(await runOnceOf02('before')).toEqual({ id: 'old before' });
  });
});

onEachDatabase('what is kept for the vendor’s clients', (where) => {
  let database: Database;
  let store: PostgresStore;
  beforeAll(async () => {
    const { databaseUrl } = where();
    database = databaseUrl === undefined ? await openReusedDatabase() : await openPg(databaseUrl);
    await migrate(database);
    store = new PostgresStore(database, createMemoryBlobStore());
  });
  afterAll(() => database.close());

  const kept = (plate: string) => ({ v: { plate } });
  const commit = (id: string, state: StoredState, expectedVersion: number) =>
    store.commit({ id, state, expectedVersion, photos: [], operations: [] });
  const loadKept = async (id: string) => (await store.load(id))?.state as StoredState | undefined;
  /** Versions before the column have it in the state only. Versions after 0.3 have it in the column only. */
  const readRow = async (id: string) => {
    const [row] = await database.query<StateRow>('select state, kept from inspections where id = $1', [id]);
    return [row?.state.kept, row?.kept];
  };

  it('is where version 0.2 reads it, and is read where version 0.2 wrote it last', async () => {
    await commit('one', { ...stateOf('a'), kept: kept('1') }, 0);
    expect(await readRow('a')).toEqual([kept('1'), kept('1')]);
    const state = JSON.stringify({ ...stateOf('a'), kept: kept('2') });
    await database.query(`update inspections set state = $1, version = version + 1 where id = 'a'`, [state]);
    expect(await loadKept('a')).toMatchObject({ kept: kept('2') });
    await commit('two', (await loadKept('a')) ?? stateOf('a'), 2);
    expect(await readRow('a')).toEqual([kept('2'), kept('2')]);
  });

  it('is read from the column if the state does not have it', async () => {
    await commit('three', { ...stateOf('b'), kept: kept('1') }, 0);
    await database.query(`update inspections set state = $1 where id = 'b'`, [JSON.stringify(stateOf('b'))]);
    expect(await loadKept('b')).toMatchObject({ kept: kept('1') });
    const query = { scope: 'all', includeDeleted: true, limit: 9, paginationOrder: 'asc' } as const;
    expect((await store.list(query)).records.map((one: StoredState) => one.kept)).toEqual([
      kept('2'),
      kept('1'),
    ]);
  });
});
