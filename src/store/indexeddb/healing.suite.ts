import { afterEach, describe, expect, test } from 'vitest';
import {
  breakConnection,
  CONNECTION_FAULTS,
  type Fault,
  failTransactions,
  loseAnswers,
  refuseOpening,
} from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import type { Store } from '../store.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** Every call of the port, on a database that holds inspection `a` at version 1. */
const CALLS: Record<string, { call: (store: Store) => Promise<unknown>; answer: unknown }> = {
  load: { call: (store) => store.load('a'), answer: { state: stateOf('a'), version: 1 } },
  list: {
    call: (store) => store.list({ scope: 'all', includeDeleted: true, limit: 9, paginationOrder: 'asc' }),
    answer: { records: [stateOf('a')], more: { before: false, after: false } },
  },
  commit: {
    call: (store) =>
      store.commit(
        commitOf(stateOf('b'), { photos: [photoOf('b', 'b-1')], operations: [operationOf('b', 'b1')] }),
      ),
    answer: true,
  },
  photo: { call: (store) => store.photo('a-1'), answer: photoOf('a', 'a-1') },
  operations: { call: (store) => store.operations(), answer: [{ ...operationOf('a', 'a1'), sequence: 1 }] },
  purge: { call: (store) => store.purge('a'), answer: true },
  counts: { call: (store) => store.counts(), answer: { inspections: 1, photos: 1, operations: 1 } },
};
const METHODS = Object.entries(CALLS).map(([method, how]) => ({ method, ...how }));

/** F8: the browser drops the connection under a page that did nothing wrong. */
export function healing(): void {
  const faults: Fault[] = [];
  const stores: Store[] = [];
  afterEach(() => {
    for (const fault of faults.splice(0)) fault.end();
    for (const store of stores.splice(0)) store.close();
  });
  const striking = async (fault: Fault | Promise<Fault>) => {
    const struck = await fault;
    faults.push(struck);
    return struck;
  };

  /** A store that has opened nothing yet, on a database with one inspection; and the pauses it took. */
  const filled = async (onPause = () => {}) => {
    const name = `healing-${crypto.randomUUID()}`;
    const first = new IndexedDbStore({ name });
    const photos = [photoOf('a', 'a-1')];
    await first.commit(commitOf(stateOf('a'), { photos, operations: [operationOf('a', 'a1')] }));
    first.close();
    const pauses: number[] = [];
    const sleep = async (milliseconds: number) => {
      pauses.push(milliseconds);
      onPause();
    };
    const store = new IndexedDbStore({ name, sleep });
    stores.push(store);
    return { store, pauses };
  };

  describe.each(CONNECTION_FAULTS)('$text', ({ strike }) => {
    test.each(METHODS)('a first failure of $method heals unseen', async ({ call, answer }) => {
      const { store } = await filled();
      const fault = await striking(strike(1));
      expect(await call(store)).toStrictEqual(answer);
      expect(fault.struck).toBe(1);
    });

    test.each(METHODS)(
      'a failure of $method that goes on reaches the caller after three retries, and the store lives on',
      async ({ call, answer }) => {
        const { store, pauses } = await filled();
        const fault = await striking(strike(Number.POSITIVE_INFINITY));
        await expect(call(store)).rejects.toMatchObject({
          name: 'KerbsideError',
          code: 'storage_unavailable',
          retryable: true,
          cause: expect.objectContaining({ name: expect.stringMatching(/Error$/) }),
        });
        expect(fault.struck).toBe(4);
        expect(pauses).toHaveLength(3);
        fault.end();
        expect(await call(store)).toStrictEqual(answer);
      },
    );

    test('a commit that failed for good has written nothing', async () => {
      const { store } = await filled();
      const fault = await striking(strike(Number.POSITIVE_INFINITY));
      const photos = [photoOf('b', 'b-1')];
      const commit = commitOf(stateOf('b'), { photos, operations: [operationOf('b', 'b1')] });
      await expect(store.commit(commit)).rejects.toMatchObject({ code: 'storage_unavailable' });
      fault.end();
      expect(await store.counts()).toEqual({ inspections: 1, photos: 1, operations: 1 });
    });
  });

  test('a connection that is broken for good is replaced by a new one, once', async () => {
    const { store } = await filled();
    await store.load('a');
    const fault = await striking(breakConnection('The database connection is closing.', 'InvalidStateError'));
    expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
    expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1 }))).toBe(true);
    expect(fault.struck).toBe(1);
  });

  test('a commit that was done when the connection died is not done again', async () => {
    const { store } = await filled();
    const fault = await striking(loseAnswers(1));
    const commit = commitOf(stateOf('a', { note: 'once' }), {
      expectedVersion: 1,
      photos: [photoOf('a', 'a-2')],
      operations: [operationOf('a', 'a2')],
    });
    expect(await store.commit(commit)).toBe(true);
    expect(fault.struck).toBe(1);
    expect(await store.load('a')).toEqual({ state: stateOf('a', { note: 'once' }), version: 2 });
    expect((await store.operations()).map(({ id }) => id)).toEqual(['a1', 'a2']);
    expect(await store.counts()).toEqual({ inspections: 1, photos: 2, operations: 2 });
  });

  test('a browser that forbids storage says so at once, in our words', async () => {
    const { store, pauses } = await filled();
    await striking(refuseOpening(1, 'The user denied permission to access the database.', 'SecurityError'));
    await expect(store.load('a')).rejects.toMatchObject({
      name: 'KerbsideError',
      code: 'storage_unavailable',
      cause: { name: 'SecurityError' },
    });
    expect(pauses).toEqual([]);
    expect(await store.load('a')).toBeDefined();
  });

  test('closing ends a call that waits to try again', async () => {
    const { store } = await filled(() => stores[0]?.close());
    await striking(failTransactions(1, 'The database connection is closing.', 'InvalidStateError'));
    await expect(store.load('a')).rejects.toMatchObject({ code: 'closed' });
  });
}
