import { describe, expect, test } from 'vitest';
import { commitOf, operationOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { Store } from './store.ts';
import { commitContract, type Using } from './store-commit.suite.ts';
import { listContract } from './store-list.suite.ts';

/**
 * Tests an implementation of the `Store` port.
 *
 * @param open - Opens an empty store that shares no data with earlier ones.
 */
export function storeConformance(name: string, open: () => Promise<Store>): void {
  const using = async (body: (store: Store) => Promise<void>) => {
    const store = await open();
    try {
      await body(store);
    } finally {
      store.close();
    }
  };

  describe(name, () => {
    describe('commit', () => commitContract(using));
    describe('list', () => listContract(using));
    describe('outbox', () => outboxContract(using));
    describe('purge', () => purgeContract(using));
    describe('close', () => closeContract(open));
  });
}

function outboxContract(using: Using): void {
  const fill = async (store: Store) => {
    await store.commit(
      commitOf(stateOf('a'), { operations: [operationOf('a', 'a1'), operationOf('a', 'a2')] }),
    );
    await store.commit(commitOf(stateOf('b'), { operations: [operationOf('b', 'b1')] }));
    await store.commit(commitOf(stateOf('a'), { expectedVersion: 1, operations: [operationOf('a', 'a3')] }));
  };
  const ids = async (store: Store, query?: Parameters<Store['operations']>[0]) =>
    (await store.operations(query)).map(({ id }) => id);

  test('returns the operations of all inspections in commit order', () =>
    using(async (store) => {
      await fill(store);
      const operations = await store.operations();
      expect(operations.map(({ id }) => id)).toEqual(['a1', 'a2', 'b1', 'a3']);
      const sequences = operations.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
      expect(sequences.every((sequence) => sequence > 0)).toBe(true);
      const { sequence: _sequence, ...first } = operations[0] ?? { sequence: 0 };
      expect(first).toEqual(operationOf('a', 'a1'));
    }));

  test('filters operations by inspection, sequence and limit', () =>
    using(async (store) => {
      await fill(store);
      const [, second, third] = await store.operations();
      const after = second?.sequence ?? Number.NaN;
      expect(await ids(store, { inspectionId: 'a' })).toEqual(['a1', 'a2', 'a3']);
      expect(await ids(store, { after })).toEqual(['b1', 'a3']);
      expect(await ids(store, { limit: 3 })).toEqual(['a1', 'a2', 'b1']);
      expect(await ids(store, { inspectionId: 'a', after })).toEqual(['a3']);
      expect(await ids(store, { inspectionId: 'a', limit: 1 })).toEqual(['a1']);
      expect(await ids(store, { inspectionId: 'a', after: third?.sequence ?? 0, limit: 5 })).toEqual(['a3']);
      expect(await ids(store, { inspectionId: 'unknown' })).toEqual([]);
    }));

  test('never reuses a sequence, even if the newest operation was purged', () =>
    using(async (store) => {
      await fill(store);
      const highest = Math.max(...(await store.operations()).map(({ sequence }) => sequence));
      await store.purge('a');
      await store.commit(commitOf(stateOf('c'), { operations: [operationOf('c', 'c1')] }));
      const [created] = await store.operations({ inspectionId: 'c' });
      expect(created?.sequence).toBeGreaterThan(highest);
    }));

  test('returns copies of operations', () =>
    using(async (store) => {
      await fill(store);
      for (const operation of await store.operations()) operation.userId = 'changed';
      expect((await store.operations()).map(({ userId }) => userId)).toEqual(['ada', 'ada', 'ada', 'ada']);
    }));
}

function purgeContract(using: Using): void {
  test('removes one inspection with its photos and operations, and no other', () =>
    using(async (store) => {
      for (const id of ['a', 'ab', 'b']) {
        const photos = [photoOf(id, `${id}-1`), photoOf(id, `${id}-2`)];
        await store.commit(commitOf(stateOf(id), { photos, operations: [operationOf(id, `${id}-op`)] }));
      }
      await store.purge('a');
      expect(await store.load('a')).toBeUndefined();
      expect(await store.photo('a-1')).toBeUndefined();
      expect(await store.photo('a-2')).toBeUndefined();
      expect((await store.operations()).map(({ id }) => id)).toEqual(['ab-op', 'b-op']);
      expect(await store.load('ab')).toEqual({ state: stateOf('ab'), version: 1 });
      expect(await store.photo('b-2')).toStrictEqual(photoOf('b', 'b-2'));
      expect(await store.counts()).toEqual({ inspections: 2, photos: 4, operations: 2 });
    }));

  test('with keepUnsent, keeps an inspection that has unsent operations', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a'), { operations: [operationOf('a', 'a1')] }));
      await store.commit(commitOf(stateOf('b')));
      expect(await store.purge('a', true)).toBe(false);
      expect(await store.purge('b', true)).toBe(true);
      expect(await store.counts()).toEqual({ inspections: 1, photos: 0, operations: 1 });
      expect(await store.purge('a')).toBe(true);
    }));

  test('changes nothing for an unknown inspection', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a'), { operations: [operationOf('a', 'a1')] }));
      await store.purge('b');
      expect(await store.counts()).toEqual({ inspections: 1, photos: 0, operations: 1 });
    }));

  test('lets the same inspection be created again, at version 1', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a')));
      await store.commit(commitOf(stateOf('a'), { expectedVersion: 1 }));
      await store.purge('a');
      expect(await store.commit(commitOf(stateOf('a', { note: 'again' })))).toBe(true);
      expect(await store.load('a')).toEqual({ state: stateOf('a', { note: 'again' }), version: 1 });
    }));
}

function closeContract(open: () => Promise<Store>): void {
  test('a closed store rejects every call with closed, and can be closed again', async () => {
    const store = await open();
    await store.commit(commitOf(stateOf('a')));
    store.close();
    store.close();
    const calls: (() => Promise<unknown>)[] = [
      () => store.load('a'),
      () => store.list({ scope: 'all', includeDeleted: true, limit: 10, paginationOrder: 'asc' }),
      () => store.commit(commitOf(stateOf('b'))),
      () => store.photo('a-1'),
      () => store.operations(),
      () => store.purge('a'),
      () => store.counts(),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: 'KerbsideError', code: 'closed' });
    }
  });
}
