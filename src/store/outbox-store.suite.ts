import { describe, expect, test } from 'vitest';
import { commitOf, operationOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { AwaitedTask, Delivery, RemoteId } from '../domain/delivery.ts';
import type { OutboxStore } from './outbox-store.ts';

type Using = (body: (store: OutboxStore) => Promise<void>) => Promise<void>;

/** The contract of a device's store, beside that of every store. `open` answers an empty one. */
export function outboxStoreConformance(name: string, open: () => Promise<OutboxStore>): void {
  const using: Using = async (body) => {
    const store = await open();
    try {
      await body(store);
    } finally {
      store.close();
    }
  };
  describe(`${name}, as a device's store`, () => {
    describe('deliveries', () => deliveryContract(using));
    describe('remote ids', () => remoteIdContract(using));
    describe('awaited tasks', () => awaitedContract(using));
    describe('beside other changes', () => togetherContract(using, open));
  });
}

const sending: Delivery = { state: 'sending', attempts: 1, unanswered: true };
const waiting: Delivery = {
  state: 'waiting',
  attempts: 2,
  unanswered: false,
  until: 1_700_000_000_000,
  reason: { code: 'remote_unavailable', message: 'busy', status: 503 },
};
const blocked: Delivery = {
  state: 'blocked',
  attempts: 3,
  unanswered: false,
  reason: { code: 'remote_refused', message: 'no' },
};

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

/** Three operations of `a`, one of `b`; answers their sequences. */
async function fill(store: OutboxStore): Promise<[number, number, number, number]> {
  const ofA = [operationOf('a', 'a1'), operationOf('a', 'a2'), operationOf('a', 'a3')];
  await store.commit(commitOf(stateOf('a'), { operations: ofA, photos: [photoOf('a', 'a-1')] }));
  await store.commit(commitOf(stateOf('b'), { operations: [operationOf('b', 'b1')] }));
  const [a1 = 0, a2 = 0, a3 = 0, b1 = 0] = (await store.operations()).map(({ sequence }) => sequence);
  return [a1, a2, a3, b1];
}

function deliveryContract(using: Using): void {
  test('an operation has none until it is first tried, and counts as queued', () =>
    using(async (store) => {
      expect(await store.outboxCounts()).toEqual({ queued: 0, sending: 0, waiting: 0, blocked: 0 });
      await fill(store);
      expect((await store.operations()).every((one) => !('delivery' in one))).toBe(true);
      expect(await store.outboxCounts()).toEqual({ queued: 4, sending: 0, waiting: 0, blocked: 0 });
    }));

  test('are kept with their operation, each state counted, and nothing else of it changes', () =>
    using(async (store) => {
      const [a1, a2, a3, b1] = await fill(store);
      await store.record([
        { type: 'mark', sequence: a1, delivery: sending },
        { type: 'mark', sequence: a2, delivery: waiting },
        { type: 'mark', sequence: b1, delivery: blocked },
      ]);
      expect(await store.operations()).toEqual([
        { ...operationOf('a', 'a1'), sequence: a1, delivery: sending },
        { ...operationOf('a', 'a2'), sequence: a2, delivery: waiting },
        { ...operationOf('a', 'a3'), sequence: a3 },
        { ...operationOf('b', 'b1'), sequence: b1, delivery: blocked },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 1, sending: 1, waiting: 1, blocked: 1 });
    }));

  test('one that is sent again is no longer counted as what it was', () =>
    using(async (store) => {
      const [a1, a2] = await fill(store);
      for (const delivery of [waiting, sending]) {
        await store.record([a1, a2].map((sequence) => ({ type: 'mark', sequence, delivery })));
      }
      expect(await store.outboxCounts()).toEqual({ queued: 2, sending: 2, waiting: 0, blocked: 0 });
      await store.record([
        { type: 'mark', sequence: a1, delivery: waiting },
        { type: 'settle', sequence: a2 },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 2, sending: 0, waiting: 1, blocked: 0 });
      expect((await store.operations({ limit: 1 }))[0]?.delivery).toEqual(waiting);
    }));

  test('what is purged while it is being sent leaves nothing behind', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'mark', sequence: a1, delivery: sending }]);
      await store.purge('a');
      await store.record([{ type: 'mark', sequence: a1, delivery: sending }]);
      expect(await store.outboxCounts()).toEqual({ queued: 1, sending: 0, waiting: 0, blocked: 0 });
      expect((await store.operations()).map(({ id }) => id)).toEqual(['b1']);
    }));

  test('an operation put back to queued is counted as such', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'mark', sequence: a1, delivery: blocked }]);
      await store.record([
        { type: 'mark', sequence: a1, delivery: { state: 'queued', attempts: 3, unanswered: true } },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 4, sending: 0, waiting: 0, blocked: 0 });
      expect((await store.operations({ inspectionId: 'a' }))[0]?.delivery?.unanswered).toBe(true);
    }));

  test('a settled operation leaves the outbox, and the others keep their order', () =>
    using(async (store) => {
      const [, a2] = await fill(store);
      await store.record([{ type: 'settle', sequence: a2 }]);
      expect((await store.operations()).map(({ id }) => id)).toEqual(['a1', 'a3', 'b1']);
      expect((await store.operations({ inspectionId: 'a' })).map(({ id }) => id)).toEqual(['a1', 'a3']);
    }));

  test('changes of one call apply in order, and none brings a settled operation back', () =>
    using(async (store) => {
      const [a1, a2] = await fill(store);
      await store.record([
        { type: 'mark', sequence: a1, delivery: sending },
        { type: 'mark', sequence: a1, delivery: waiting },
        { type: 'mark', sequence: a2, delivery: sending },
        { type: 'settle', sequence: a2 },
        { type: 'mark', sequence: a2, delivery: blocked },
      ]);
      await store.record([{ type: 'mark', sequence: a2, delivery: blocked }]);
      const left = await store.operations({ inspectionId: 'a' });
      expect(left.map(({ id, delivery }) => [id, delivery?.state])).toEqual([
        ['a1', 'waiting'],
        ['a3', undefined],
      ]);
    }));
}

function remoteIdContract(using: Using): void {
  test('are found by local id, by inspection and by remote id', () =>
    using(async (store) => {
      await fill(store);
      const [image, damage] = [
        remoteIdOf('a', 'a-1', { scale: 0.5 }),
        remoteIdOf('a', 'a-d', { kind: 'damage' }),
      ];
      const other = remoteIdOf('b', 'b-1');
      await store.record([image, damage, other].map((remoteId) => ({ type: 'map', remoteId })));
      expect(await store.remoteIds(['b-1', 'nobody', 'a-1'])).toEqual([other, image]);
      expect(await store.remoteIds([])).toEqual([]);
      expect(await store.remoteIdsOf('a')).toEqual([image, damage]);
      expect(await store.remoteIdsOf('nobody')).toEqual([]);
      expect(await store.localIdOf('remote-a-d')).toEqual(damage);
      expect(await store.localIdOf('a-d')).toBeUndefined();
    }));

  test('the newest word on a record counts', () =>
    using(async (store) => {
      await fill(store);
      await store.record([{ type: 'map', remoteId: remoteIdOf('a', 'a-1') }]);
      await store.record([{ type: 'map', remoteId: remoteIdOf('a', 'a-1', { remoteId: 'other' }) }]);
      expect((await store.remoteIdsOf('a')).map(({ remoteId }) => remoteId)).toEqual(['other']);
      expect(await store.localIdOf('remote-a-1')).toBeUndefined();
    }));
}

function awaitedContract(using: Using): void {
  test('are listed oldest first, all or of one inspection, until they arrive', () =>
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

function togetherContract(using: Using, open: () => Promise<OutboxStore>): void {
  test('a commit brings what was learned with it, and a refused one does not', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'await', task: awaitedOf('a', 1) }]);
      const outbox = [
        { type: 'map', remoteId: remoteIdOf('a', 'a-d') },
        { type: 'arrived', inspectionId: 'a', taskName: 'damage_detection' },
        { type: 'settle', sequence: a1 },
      ] as const;
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 7, outbox }))).toBe(false);
      expect(await store.remoteIdsOf('a')).toEqual([]);
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1, outbox }))).toBe(true);
      expect(await store.remoteIdsOf('a')).toEqual([remoteIdOf('a', 'a-d')]);
      expect(await store.awaited()).toEqual([]);
      expect((await store.operations({ inspectionId: 'a' })).map(({ id }) => id)).toEqual(['a2', 'a3']);
    }));

  test('all of one inspection is read at one moment', () =>
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
      expect(await store.outboxOf('nobody')).toEqual({ operations: [], remoteIds: [], awaited: [] });
    }));

  test('a new inspection can come with its remote ids', () =>
    using(async (store) => {
      const outbox = [{ type: 'map', remoteId: remoteIdOf('a', 'a', { kind: 'inspection' }) }] as const;
      await store.commit(commitOf(stateOf('a'), { outbox }));
      expect((await store.localIdOf('remote-a'))?.localId).toBe('a');
    }));

  test('a purge takes remote ids and awaited tasks with it, and what comes late does not bring them back', () =>
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

  test('a photo that is let go of leaves everything else', () =>
    using(async (store) => {
      await fill(store);
      await store.dropPhoto('a-1');
      await store.dropPhoto('nobody');
      expect(await store.photo('a-1')).toBeUndefined();
      expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
      expect(await store.counts()).toEqual({ inspections: 2, photos: 0, operations: 4 });
    }));

  test('what is handed out and handed in is a copy', () =>
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

  test('a closed store refuses every call as closed', async () => {
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
