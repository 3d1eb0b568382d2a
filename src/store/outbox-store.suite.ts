import { describe, expect, test } from 'vitest';
import { commitOf, operationOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { AwaitedTask, RemoteId } from '../domain/outbox/delivery.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import { deliveryContract, fill, sending, type Using } from './outbox-deliveries.suite.ts';
import type { OutboxStore } from './outbox-store.ts';

/**
 * Tests the `OutboxStore` port, in addition to `storeConformance`.
 *
 * @param open - Opens an empty store.
 */
export function outboxStoreConformance(name: string, open: () => Promise<OutboxStore>): void {
  const using: Using = async (body) => {
    const store = await open();
    try {
      await body(store);
    } finally {
      store.close();
    }
  };
  describe(`${name} as an OutboxStore`, () => {
    describe('deliveries', () => deliveryContract(using));
    describe('results of the device', () => resultsContract(using));
    describe('remote ids', () => remoteIdContract(using));
    describe('awaited tasks', () => awaitedContract(using));
    describe('changes combined with other writes', () => combinedContract(using, open));
  });
}

const remoteIdOf = (inspectionId: string, localId: string, more: Partial<RemoteId> = {}): RemoteId => ({
  localId,
  remoteId: `remote-${localId}`,
  inspectionId,
  kind: 'image',
  ...more,
});
const awaitedOf = (inspectionId: string, since: number, more: Partial<AwaitedTask> = {}): AwaitedTask => ({
  inspectionId,
  taskName: 'damage_detection',
  since,
  ...more,
});

function resultsContract(using: Using): void {
  const resultsOf = (id: string, userId = 'ada'): Operation => ({
    ...operationOf('a', id),
    userId,
    kind: 'inspection.results',
    payload: {},
  });
  const listResults = async (store: OutboxStore) =>
    (await store.operations({ inspectionId: 'a' }))
      .filter(({ kind }) => kind === 'inspection.results')
      .map(({ id }) => id);
  const record = (store: OutboxStore, version: number, ...operations: Operation[]) =>
    store.commit(commitOf(stateOf('a', { note: String(version) }), { expectedVersion: version, operations }));

  test('wait in one operation per user', () =>
    using(async (store) => {
      await record(store, 0, resultsOf('r1'));
      await record(store, 1, operationOf('a', 'o1'), resultsOf('r2'));
      await record(store, 2, resultsOf('r3', 'ben'));
      expect(await listResults(store)).toEqual(['r1', 'r3']);
      expect((await store.operations({ inspectionId: 'a' })).map(({ id }) => id)).toContain('o1');
    }));

  test('get a second operation while the first is being sent: it may have read the results already', () =>
    using(async (store) => {
      await record(store, 0, resultsOf('r1'));
      const [first] = await store.operations();
      await store.record([{ type: 'mark', sequence: first?.sequence ?? 0, delivery: sending }]);
      await record(store, 1, resultsOf('r2'));
      await record(store, 2, resultsOf('r3'));
      expect(await listResults(store)).toEqual(['r1', 'r2']);
    }));
}

function remoteIdContract(using: Using): void {
  test('are read by local id, by inspection and by remote id', () =>
    using(async (store) => {
      await fill(store);
      const [image, damage] = [
        remoteIdOf('a', 'a-1', { scale: 0.5 }),
        remoteIdOf('a', 'a-d', { kind: 'damage' }),
      ];
      const other = remoteIdOf('b', 'b-1');
      await store.record([image, damage, other].map((remoteId) => ({ type: 'map', remoteId })));
      expect(await store.remoteIds(['b-1', 'unknown', 'a-1'])).toEqual([other, image]);
      expect(await store.remoteIds([])).toEqual([]);
      expect(await store.remoteIdsOf('a')).toEqual([image, damage]);
      expect(await store.remoteIdsOf('unknown')).toEqual([]);
      expect(await store.localIdOf('remote-a-d')).toEqual(damage);
      expect(await store.localIdOf('a-d')).toBeUndefined();
    }));

  test('a new remote id replaces the old one', () =>
    using(async (store) => {
      await fill(store);
      await store.record([{ type: 'map', remoteId: remoteIdOf('a', 'a-1') }]);
      await store.record([{ type: 'map', remoteId: remoteIdOf('a', 'a-1', { remoteId: 'other' }) }]);
      expect((await store.remoteIdsOf('a')).map(({ remoteId }) => remoteId)).toEqual(['other']);
      expect(await store.localIdOf('remote-a-1')).toBeUndefined();
    }));
}

function awaitedContract(using: Using): void {
  test('are listed oldest first, all or of one inspection, until their results arrive', () =>
    using(async (store) => {
      await fill(store);
      const wheels = awaitedOf('a', 5, { taskName: 'wheel_analysis' });
      await store.record([
        { type: 'await', task: awaitedOf('a', 30) },
        { type: 'await', task: awaitedOf('b', 10) },
        { type: 'await', task: wheels },
      ]);
      expect(await store.awaited()).toEqual([wheels, awaitedOf('b', 10), awaitedOf('a', 30)]);
      expect(await store.awaited({ inspectionId: 'a' })).toEqual([wheels, awaitedOf('a', 30)]);
      await store.record([{ type: 'arrived', inspectionId: 'a', taskName: 'wheel_analysis' }]);
      expect(await store.awaited({ inspectionId: 'a' })).toEqual([awaitedOf('a', 30)]);
      await store.record([{ type: 'arrived', inspectionId: 'a', taskName: 'images_ocr' }]);
      expect(await store.awaited()).toHaveLength(2);
    }));
}

function combinedContract(using: Using, open: () => Promise<OutboxStore>): void {
  test('a commit writes its outbox changes, and a rejected commit does not', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'await', task: awaitedOf('a', 1) }]);
      const outbox = [
        { type: 'map', remoteId: remoteIdOf('a', 'a-d') },
        { type: 'arrived', inspectionId: 'a', taskName: 'damage_detection' },
        { type: 'remove', sequence: a1 },
      ] as const;
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 7, outbox }))).toBe(false);
      expect(await store.remoteIdsOf('a')).toEqual([]);
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1, outbox }))).toBe(true);
      expect(await store.remoteIdsOf('a')).toEqual([remoteIdOf('a', 'a-d')]);
      expect(await store.awaited()).toEqual([]);
      expect((await store.operations({ inspectionId: 'a' })).map(({ id }) => id)).toEqual(['a2', 'a3']);
    }));

  test('the outbox of one inspection is read in one transaction', () =>
    using(async (store) => {
      await fill(store);
      const task = awaitedOf('a', 1);
      const reading = store.outboxOf('a');
      await store.record([
        { type: 'map', remoteId: remoteIdOf('a', 'a-1') },
        { type: 'map', remoteId: remoteIdOf('b', 'b-1') },
        { type: 'await', task },
        { type: 'await', task: awaitedOf('b', 2) },
      ]);
      const before = await reading;
      expect([before.operations.length, before.remoteIds, before.awaited]).toEqual([3, [], []]);
      const after = await store.outboxOf('a');
      expect(after).toEqual({
        operations: await store.operations({ inspectionId: 'a' }),
        remoteIds: [remoteIdOf('a', 'a-1')],
        awaited: [task],
      });
      expect(await store.outboxOf('unknown')).toEqual({ operations: [], remoteIds: [], awaited: [] });
    }));

  test('a commit creates an inspection together with its remote ids', () =>
    using(async (store) => {
      const outbox = [{ type: 'map', remoteId: remoteIdOf('a', 'a', { kind: 'inspection' }) }] as const;
      await store.commit(commitOf(stateOf('a'), { outbox }));
      expect((await store.localIdOf('remote-a'))?.localId).toBe('a');
    }));

  test('a purge removes remote ids and awaited tasks, and late changes do not restore them', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      const changes = [
        { type: 'mark', sequence: a1, delivery: sending },
        { type: 'map', remoteId: remoteIdOf('a', 'a-1') },
        { type: 'await', task: awaitedOf('a', 1) },
      ] as const;
      await store.record(changes);
      await store.record([
        { type: 'map', remoteId: remoteIdOf('b', 'b-1') },
        { type: 'await', task: awaitedOf('b', 2) },
      ]);
      await store.purge('a');
      await store.record(changes);
      expect(await store.remoteIds(['a-1', 'b-1'])).toEqual([remoteIdOf('b', 'b-1')]);
      expect(await store.awaited()).toEqual([awaitedOf('b', 2)]);
      expect((await store.operations()).map(({ id }) => id)).toEqual(['b1']);
    }));

  test('dropPhoto deletes only the photo', () =>
    using(async (store) => {
      await fill(store);
      await store.dropPhoto('a-1');
      await store.dropPhoto('unknown');
      expect(await store.photo('a-1')).toBeUndefined();
      expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
      expect(await store.counts()).toEqual({ inspections: 2, photos: 0, operations: 4 });
    }));

  test('inputs and results are copies', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      const [remoteId, delivery] = [remoteIdOf('a', 'a-1'), { ...sending }];
      await store.record([
        { type: 'map', remoteId },
        { type: 'mark', sequence: a1, delivery },
      ]);
      remoteId.remoteId = 'changed';
      delivery.attempts = 99;
      for (const one of await store.remoteIdsOf('a')) one.remoteId = 'changed';
      expect((await store.remoteIdsOf('a'))[0]?.remoteId).toBe('remote-a-1');
      expect((await store.operations())[0]?.delivery?.attempts).toBe(1);
    }));

  test('a closed store rejects every call with closed', async () => {
    const store = await open();
    store.close();
    const calls: (() => Promise<unknown>)[] = [
      () => store.record([]),
      () => store.remoteIds(['a']),
      () => store.remoteIdsOf('a'),
      () => store.outboxOf('a'),
      () => store.localIdOf('a'),
      () => store.awaited(),
      () => store.outboxCounts(),
      () => store.dropPhoto('a'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'closed' });
  });
}
