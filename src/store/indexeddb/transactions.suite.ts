import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, spyTransactions } from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** Each change is one transaction with strict durability: on disk before it resolves, complete or not at all. */
export function transactions(): void {
  interface ObservedTransaction {
    stores: string[];
    mode: IDBTransactionMode;
    durability: IDBTransactionDurability;
  }
  let store: IndexedDbStore;
  let spy: Fault;
  const observed: ObservedTransaction[] = [];

  beforeEach(async () => {
    store = new IndexedDbStore({ name: `transactions-${crypto.randomUUID()}` });
    await store.counts(); // opens the database, so that only the transactions of the tests are observed
    spy = spyTransactions(({ objectStoreNames, mode, durability }) =>
      observed.push({ stores: [...objectStoreNames], mode, durability }),
    );
  });
  afterEach(() => {
    spy.end();
    store.close();
    observed.length = 0;
  });

  const strict = {
    stores: ['awaited', 'inspections', 'outbox', 'photos', 'remoteIds', 'sending'],
    mode: 'readwrite',
    durability: 'strict',
  };

  test.each([
    {
      what: 'a commit of records, photos and operations',
      write: () => {
        const photos = [photoOf('a', 'a-1'), photoOf('a', 'a-2')];
        const operations = [operationOf('a', 'a1'), operationOf('a', 'a2')];
        return store.commit(commitOf(stateOf('a'), { photos, operations }));
      },
    },
    {
      what: 'a commit with a version conflict',
      write: () => store.commit(commitOf(stateOf('a'), { expectedVersion: 7 })),
    },
    { what: 'a purge', write: () => store.purge('a') },
    {
      what: 'a change of deliveries',
      write: () => store.record([{ type: 'settle', sequence: 1 }]),
    },
  ])('$what is one strict transaction over all stores', async ({ write }) => {
    await write();
    expect(observed).toEqual([strict]);
  });

  test('reads use readonly transactions', async () => {
    await store.load('a');
    await store.list({ scope: 'all', includeDeleted: true, limit: 1, paginationOrder: 'asc' });
    await store.photo('a-1');
    await store.operations();
    await store.counts();
    expect(new Set(observed.map(({ mode }) => mode))).toEqual(new Set(['readonly']));
  });

  test('a commit is rolled back if one part cannot be stored', async () => {
    await store.commit(commitOf(stateOf('a'), { photos: [photoOf('a', 'a-1')] }));
    const detached = photoOf('a', 'a-3');
    structuredClone(detached.bytes, { transfer: [detached.bytes] });
    const commit = commitOf(stateOf('a', { note: 'half' }), {
      expectedVersion: 1,
      photos: [photoOf('a', 'a-2'), detached],
      operations: [operationOf('a', 'a1')],
    });
    await expect(store.commit(commit)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
    expect(await store.counts()).toEqual({ inspections: 1, photos: 1, operations: 0 });
  });
}
