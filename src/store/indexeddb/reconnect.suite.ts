import { afterEach, describe, expect, test } from 'vitest';
import {
  breakConnection,
  CONNECTION_FAULTS,
  type Fault,
  failTransactions,
  reportCommitsAsAborted,
  throwOnOpen,
} from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import type { Store } from '../store.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** Every call of the port and its result, on a database with inspection `a` at version 1. */
const CALLS: Record<string, { call: (store: Store) => Promise<unknown>; result: unknown }> = {
  load: { call: (store) => store.load('a'), result: { state: stateOf('a'), version: 1 } },
  list: {
    call: (store) => store.list({ scope: 'all', includeDeleted: true, limit: 9, paginationOrder: 'asc' }),
    result: { records: [stateOf('a')], more: { before: false, after: false } },
  },
  commit: {
    call: (store) =>
      store.commit(
        commitOf(stateOf('b'), { photos: [photoOf('b', 'b-1')], operations: [operationOf('b', 'b1')] }),
      ),
    result: true,
  },
  photo: { call: (store) => store.photo('a-1'), result: photoOf('a', 'a-1') },
  operations: { call: (store) => store.operations(), result: [{ ...operationOf('a', 'a1'), sequence: 1 }] },
  purge: { call: (store) => store.purge('a'), result: true },
  counts: { call: (store) => store.counts(), result: { inspections: 1, photos: 1, operations: 1 } },
};
const METHODS = Object.entries(CALLS).map(([method, expected]) => ({ method, ...expected }));

/** F8: the browser drops the connection, without a mistake of the page. */
export function reconnect(): void {
  const faults: Fault[] = [];
  const stores: Store[] = [];
  afterEach(() => {
    for (const fault of faults.splice(0)) fault.end();
    for (const store of stores.splice(0)) store.close();
  });
  const inject = async (fault: Fault | Promise<Fault>) => {
    const injected = await fault;
    faults.push(injected);
    return injected;
  };

  /** Returns a store that is not open yet, on a database with one inspection, and the list of its retry pauses. */
  const createStore = async (onPause = () => {}) => {
    const name = `reconnect-${crypto.randomUUID()}`;
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
    // Proves fault F8.
    test.each(METHODS)('$method succeeds after one failure', async ({ call, result }) => {
      const { store } = await createStore();
      const fault = await inject(strike(1));
      expect(await call(store)).toStrictEqual(result);
      expect(fault.count).toBe(1);
    });

    test.each(METHODS)(
      '$method throws after 3 failed retries, and works again once the fault ends',
      async ({ call, result }) => {
        const { store, pauses } = await createStore();
        const fault = await inject(strike(Number.POSITIVE_INFINITY));
        await expect(call(store)).rejects.toMatchObject({
          name: 'KerbsideError',
          code: 'storage_unavailable',
          retryable: true,
          cause: expect.objectContaining({ name: expect.stringMatching(/Error$/) }),
        });
        expect(fault.count).toBe(4);
        expect(pauses).toHaveLength(3);
        fault.end();
        expect(await call(store)).toStrictEqual(result);
      },
    );

    test('a failed commit writes nothing', async () => {
      const { store } = await createStore();
      const fault = await inject(strike(Number.POSITIVE_INFINITY));
      const photos = [photoOf('b', 'b-1')];
      const commit = commitOf(stateOf('b'), { photos, operations: [operationOf('b', 'b1')] });
      await expect(store.commit(commit)).rejects.toMatchObject({ code: 'storage_unavailable' });
      fault.end();
      expect(await store.counts()).toEqual({ inspections: 1, photos: 1, operations: 1 });
    });
  });

  test('a broken connection is replaced once', async () => {
    const { store } = await createStore();
    await store.load('a');
    const fault = await inject(breakConnection('The database connection is closing.', 'InvalidStateError'));
    expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
    expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1 }))).toBe(true);
    expect(fault.count).toBe(1);
  });

  test('a commit whose response was lost is not applied again', async () => {
    const { store } = await createStore();
    const fault = await inject(reportCommitsAsAborted(1));
    const commit = commitOf(stateOf('a', { note: 'once' }), {
      expectedVersion: 1,
      photos: [photoOf('a', 'a-2')],
      operations: [operationOf('a', 'a2')],
    });
    expect(await store.commit(commit)).toBe(true);
    expect(fault.count).toBe(1);
    expect(await store.load('a')).toEqual({ state: stateOf('a', { note: 'once' }), version: 2 });
    expect((await store.operations()).map(({ id }) => id)).toEqual(['a1', 'a2']);
    expect(await store.counts()).toEqual({ inspections: 1, photos: 2, operations: 2 });
  });

  test('storage forbidden by the browser throws storage_unavailable without a retry', async () => {
    const { store, pauses } = await createStore();
    await inject(throwOnOpen(1, 'The user denied permission to access the database.', 'SecurityError'));
    await expect(store.load('a')).rejects.toMatchObject({
      name: 'KerbsideError',
      code: 'storage_unavailable',
      cause: { name: 'SecurityError' },
    });
    expect(pauses).toEqual([]);
    expect(await store.load('a')).toBeDefined();
  });

  test('close ends a call that waits for its retry', async () => {
    const { store } = await createStore(() => stores[0]?.close());
    await inject(failTransactions(1, 'The database connection is closing.', 'InvalidStateError'));
    await expect(store.load('a')).rejects.toMatchObject({ code: 'closed' });
  });
}
