import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isKerbsideError } from '../../src/errors.ts';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import type { Database } from '../database/database.ts';
import { openPg } from '../database/pg-database.ts';
import { onEachDatabase, onPostgres } from '../test-support/databases.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { type CreateOnce, gatherCreates } from './create-once.ts';
import { migrate } from './migrations.ts';
import { runOnce } from './responses.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

interface Create {
  id: string;
  user: string;
  key: string;
  hash: string;
  /** `text` has a character that Postgres does not store, `id` the id of a stored inspection. */
  fault: 'none' | 'text' | 'id';
  hasSecret: boolean;
}
const STORED_ID = 'stored';
let count = 0;

/** Creates an inspection that needs no more than its id. */
function send(createOnce: CreateOnce, { id, user, key, hash, fault, hasSecret }: Create) {
  const state = stateOf(fault === 'id' ? STORED_ID : id, {
    ownerId: user,
    ...(fault === 'text' && { organizationId: 'a\u0000b' }),
  });
  const callback = { url: 'https://a.example/', callbackEvent: 'STATUS_SET_TO_DONE' as const };
  const tasks = state.tasks.map((task) => ({ ...task, callbacks: [{ ...callback, headers: { a: 'b' } }] }));
  return createOnce(
    { userId: user, key, hash },
    {
      body: { id },
      commit: {
        id: `commit of ${id}`,
        state: hasSecret ? { ...state, tasks } : state,
        expectedVersion: 0,
        photos: [],
        operations: [],
      },
    },
  );
}

const anyCreates = fc
  .array(
    fc.record({
      user: fc.constantFrom('ada', 'bob'),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      hash: fc.constantFrom('same', 'same', 'same', 'other'),
      fault: fc.constantFrom(
        'none' as const,
        'none' as const,
        'none' as const,
        'text' as const,
        'id' as const,
      ),
      hasSecret: fc.boolean(),
      instance: fc.nat(1),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((creates) => {
    count += 1;
    const run = count;
    return creates.map((one, index) => ({ ...one, key: `${run}-${one.key}`, id: `${run}-${index}` }));
  });

onEachDatabase('inspections that are created at the same time', (where) => {
  let database: Database;
  let instances: CreateOnce[];
  beforeAll(async () => {
    const { databaseUrl } = where();
    database = databaseUrl === undefined ? await openReusedDatabase() : await openPg(databaseUrl);
    await migrate(database);
    instances = [gatherCreates(database), gatherCreates(database)];
    const [createOnce] = instances as [CreateOnce];
    const stored = { id: STORED_ID, user: 'eve', key: 'stored', hash: 'h', hasSecret: false };
    await send(createOnce, { ...stored, fault: 'none' });
  });
  afterAll(() => database.close());

  const loadStored = async (keys: readonly string[]) =>
    database.query<{
      user_id: string;
      key: string;
      hash: string;
      id: string;
      found: string | null;
      secrets: number;
    }>(
      `select user_id, key, request_hash as hash, body ->> 'id' as id, inspections.id as found,
         (select count(*)::integer from callback_headers where inspection_id = inspections.id) as secrets
       from responses left join inspections on inspections.id = body ->> 'id' where key = any ($1)`,
      [keys],
    );

  it('are each there once with their response, and one that cannot be stored fails alone', async () => {
    await fc.assert(
      fc.asyncProperty(anyCreates, async (creates) => {
        const outcomes = await Promise.allSettled(
          creates.map((one) => send(instances[one.instance] as CreateOnce, one)),
        );
        const stored = await loadStored(creates.map(({ key }) => key));
        const storedOf = (one: Create) =>
          stored.find(({ user_id, key }) => user_id === one.user && key === one.key);
        for (const [index, one] of creates.entries()) {
          const row = storedOf(one);
          const outcome = outcomes[index];
          if (one.fault === 'none') expect(row).toBeDefined();
          if (outcome?.status === 'fulfilled') {
            expect(row?.hash).toBe(one.hash);
            expect(outcome.value).toEqual({ response: { id: row?.id }, isRepeated: row?.id !== one.id });
          } else if (row && row.hash !== one.hash)
            expect(isKerbsideError(outcome?.reason, 'conflict') || one.fault !== 'none').toBe(true);
          else expect(one.fault).not.toBe('none');
        }
        for (const row of stored) {
          const first = creates.find(({ id }) => id === row.id);
          expect(first).toMatchObject({ fault: 'none', hash: row.hash });
          expect(row).toMatchObject({ found: row.id, secrets: first?.hasSecret ? 1 : 0 });
        }
        const [made] = await database.query<{ total: number }>(
          'select count(*)::integer as total from inspections where id = any ($1)',
          [creates.map(({ id }) => id)],
        );
        expect(made?.total).toBe(stored.length);
      }),
      { numRuns: 40 },
    );
  });
});

onPostgres('an inspection whose key another request holds', (url) => {
  let database: Database;
  beforeAll(async () => {
    database = await openPg(url());
    await migrate(database);
  });
  afterAll(() => database.close());

  const newCreate = (key: string): Create => ({
    id: `new ${key}`,
    user: 'ada',
    key,
    hash: 'h',
    fault: 'none',
    hasSecret: false,
  });

  /** Sends creates while a transaction holds the key of one of them. Returns what became of that one. */
  const createWhileHeld = async (key: string, end: 'commit' | 'rollback') => {
    const createOnce = gatherCreates(database);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = new Promise<void>((claimed, reject) => {
      const held = database.transaction((queries) =>
        runOnce(queries, { userId: 'ada', key, hash: 'h' }, async () => {
          claimed();
          await released;
          if (end === 'rollback') throw new Error('rolled back');
          return { id: 'first' };
        }),
      );
      held.catch((error: Error) => error.message === 'rolled back' || reject(error));
    });
    await holding;
    const others = ['a', 'b', 'c', 'd'].map((name) => newCreate(`${key} ${name}`));
    const [first, second, third, fourth] = others.map((one) => () => send(createOnce, one));
    let hasEnded = false;
    const before = [first?.(), second?.()]; // each is a batch of its own, the next three are one
    const waiting = send(createOnce, newCreate(key)).finally(() => {
      hasEnded = true;
    });
    const results = await Promise.all([...before, third?.(), fourth?.()]);
    expect(results.map((result) => result?.response.id)).toEqual(others.map(({ id }) => id));
    expect(hasEnded).toBe(false);
    release();
    return waiting;
  };

  it('gets its response, and delays no other', async () => {
    const outcome = await createWhileHeld('held', 'commit');
    expect(outcome).toEqual({ response: { id: 'first' }, isRepeated: true });
  });

  it('is created if that request fails', async () => {
    const outcome = await createWhileHeld('failed', 'rollback');
    expect(outcome).toEqual({ response: { id: 'new failed' }, isRepeated: false });
  });
});
