import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, spyTransactions } from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** One transaction per change, on the disk before the answer, whole or not at all. */
export function transactions(): void {
  interface Seen {
    stores: string[];
    mode: IDBTransactionMode;
    durability: IDBTransactionDurability;
  }
  let store: IndexedDbStore;
  let spy: Fault;
  const seen: Seen[] = [];

  beforeEach(async () => {
    store = new IndexedDbStore({ name: `transactions-${crypto.randomUUID()}` });
    await store.counts(); // opened, so that what is seen are the store's own transactions
    spy = spyTransactions(({ objectStoreNames, mode, durability }) =>
      seen.push({ stores: [...objectStoreNames], mode, durability }),
    );
  });
  afterEach(() => {
    spy.end();
    store.close();
    seen.length = 0;
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
      what: 'a commit that meets a conflict',
      write: () => store.commit(commitOf(stateOf('a'), { expectedVersion: 7 })),
    },
    { what: 'a purge', write: () => store.purge('a') },
    {
      what: 'what was learned about deliveries',
      write: () => store.record([{ type: 'settle', sequence: 1 }]),
    },
  ])('$what is one transaction over all stores, and strict', async ({ write }) => {
    await write();
    expect(seen).toEqual([strict]);
  });

  test('reading asks for no right to write', async () => {
    await store.load('a');
    await store.list({ scope: 'all', includeDeleted: true, limit: 1, paginationOrder: 'asc' });
    await store.photo('a-1');
    await store.operations();
    await store.counts();
    expect(new Set(seen.map(({ mode }) => mode))).toEqual(new Set(['readonly']));
  });

  test('a commit of which one part can not be stored is not stored at all', async () => {
    await store.commit(commitOf(stateOf('a'), { photos: [photoOf('a', 'a-1')] }));
    const gone = photoOf('a', 'a-3');
    structuredClone(gone.bytes, { transfer: [gone.bytes] });
    const commit = commitOf(stateOf('a', { note: 'half' }), {
      expectedVersion: 1,
      photos: [photoOf('a', 'a-2'), gone],
      operations: [operationOf('a', 'a1')],
    });
    await expect(store.commit(commit)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
    expect(await store.counts()).toEqual({ inspections: 1, photos: 1, operations: 0 });
  });
}
