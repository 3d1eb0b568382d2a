import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, spyTransactions } from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** Each change is on disk before it resolves (strict durability), and is stored completely or not at all. */
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

  const [photos, operations] = [[photoOf('a', 'a-1')], [operationOf('a', 'a1'), operationOf('a', 'a2')]];
  const queued: Delivery = { state: 'queued', attempts: 1, unanswered: false };
  const remoteId = { localId: 'a', remoteId: 'r', inspectionId: 'a', kind: 'inspection' } as const;
  const writes: { what: string; stores: string[]; write: () => Promise<unknown> }[] = [
    {
      what: 'a commit of records and operations',
      stores: ['inspections', 'outbox', 'outboxEntries'],
      write: () => store.commit(commitOf(stateOf('a'), { operations })),
    },
    {
      what: 'a commit with a version conflict',
      stores: ['inspections'],
      write: () => store.commit(commitOf(stateOf('a'), { expectedVersion: 7 })),
    },
    {
      what: 'a commit of remote results',
      stores: ['inspections', 'outbox', 'remoteIds', 'sending'],
      write: () => store.commit(commitOf(stateOf('a'), { outbox: [{ type: 'map', remoteId }] })),
    },
    {
      what: 'a purge',
      stores: [
        'awaited',
        'inspections',
        'outbox',
        'outboxEntries',
        'photos',
        'remoteIds',
        'sending',
        'stagedPhotos',
      ],
      write: () => store.purge('a'),
    },
    {
      what: 'a change of a delivery state',
      stores: ['outbox', 'sending'],
      write: () => store.record([{ type: 'mark', sequence: 1, delivery: queued }]),
    },
    {
      what: 'the end of a delivery',
      stores: ['outbox', 'outboxEntries', 'sending'],
      write: () => store.record([{ type: 'remove', sequence: 1 }]),
    },
    {
      what: 'the arrival of results',
      stores: ['awaited', 'outbox', 'sending'],
      write: () => store.record([{ type: 'arrived', inspectionId: 'a', taskName: 'damage_detection' }]),
    },
    { what: 'the deletion of a photo', stores: ['photos'], write: () => store.dropPhoto('a-1') },
  ];

  test.each(writes)('$what is one strict transaction over $stores', async ({ stores, write }) => {
    await write();
    expect(observed).toEqual([{ stores, mode: 'readwrite', durability: 'strict' }]);
  });

  test('the photos of a commit are written before its records, in another strict transaction', async () => {
    await store.commit(commitOf(stateOf('a'), { photos, operations }));
    expect(observed).toEqual([
      { stores: ['photos', 'stagedPhotos'], mode: 'readwrite', durability: 'strict' },
      {
        stores: ['inspections', 'outbox', 'outboxEntries', 'stagedPhotos'],
        mode: 'readwrite',
        durability: 'strict',
      },
    ]);
  });

  test('a read uses only the stores that it needs', async () => {
    await store.load('a');
    await store.photo('a-1');
    await store.remoteIds(['a']);
    expect(observed.map(({ stores }) => stores)).toEqual([['inspections'], ['photos'], ['remoteIds']]);
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
