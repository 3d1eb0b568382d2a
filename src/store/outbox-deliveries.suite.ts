import { expect, test } from 'vitest';
import { commitOf, operationOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { Delivery } from '../domain/outbox/delivery.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { ImageRecord } from '../rules/state.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Runs a test with a new store. */
export type Using = (body: (store: OutboxStore) => Promise<void>) => Promise<void>;

export const sending: Delivery = { state: 'sending', attempts: 1, unanswered: true };
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

/** Commits three operations of `a` and one of `b`, and returns their sequences. */
export async function fill(store: OutboxStore): Promise<[number, number, number, number]> {
  const ofA = [operationOf('a', 'a1'), operationOf('a', 'a2'), operationOf('a', 'a3')];
  await store.commit(commitOf(stateOf('a'), { operations: ofA, photos: [photoOf('a', 'a-1')] }));
  await store.commit(commitOf(stateOf('b'), { operations: [operationOf('b', 'b1')] }));
  const [a1 = 0, a2 = 0, a3 = 0, b1 = 0] = (await store.operations()).map(({ sequence }) => sequence);
  return [a1, a2, a3, b1];
}

/** Delivery states: which are stored, counted and removed. */
export function deliveryContract(using: Using): void {
  test('an operation has no delivery before its first attempt and counts as queued', () =>
    using(async (store) => {
      expect(await store.outboxCounts()).toEqual({ queued: 0, sending: 0, waiting: 0, blocked: 0 });
      await fill(store);
      expect((await store.operations()).every((one) => !('delivery' in one))).toBe(true);
      expect(await store.outboxCounts()).toEqual({ queued: 4, sending: 0, waiting: 0, blocked: 0 });
    }));

  test('entries have what a count needs of each operation, and leave with it', () =>
    using(async (store) => {
      const image = { id: 'a-1', binarySize: 4_000 } as ImageRecord;
      const add: Operation = {
        ...operationOf('a', 'a2'),
        kind: 'image.add',
        payload: { imageId: 'a-1', input: { tasks: [] } },
      };
      const ofBen = { ...operationOf('a', 'a3'), userId: 'ben' };
      const state = { ...stateOf('a'), images: [image] };
      await store.commit(commitOf(state, { operations: [operationOf('a', 'a1'), add, ofBen] }));
      await store.commit(commitOf(stateOf('b'), { operations: [operationOf('b', 'b1')] }));
      const [a1, a2, a3, b1] = (await store.operations()).map(({ sequence }) => sequence);
      const entries = [
        { sequence: a1, userId: 'ada', photoBytes: 0 },
        { sequence: a2, userId: 'ada', photoBytes: 4_000 },
        { sequence: a3, userId: 'ben', photoBytes: 0 },
        { sequence: b1, userId: 'ada', photoBytes: 0 },
      ];
      expect(await store.outboxEntries()).toEqual(entries);
      expect(await store.outboxEntries(a2)).toEqual(entries.slice(2));
      expect(await store.outboxEntries(b1)).toEqual([]);
      await store.record([
        { type: 'mark', sequence: a1 ?? 0, delivery: waiting },
        { type: 'remove', sequence: a2 ?? 0 },
      ]);
      expect(await store.outboxEntries()).toEqual([entries[0], ...entries.slice(2)]);
      await store.purge('a');
      expect(await store.outboxEntries()).toEqual(entries.slice(3));
    }));

  test('a delivery is stored with its operation, which stays otherwise unchanged, and each state is counted', () =>
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
      expect(await store.outboxSequences()).toEqual({
        all: [a1, a2, a3, b1],
        sending: [a1],
        waiting: [a2],
        blocked: [b1],
      });
      expect((await store.blockedOperations()).map(({ id }) => id)).toEqual(['b1']);
    }));

  test('an operation that is sent again is counted only in its new state', () =>
    using(async (store) => {
      const [a1, a2] = await fill(store);
      for (const delivery of [waiting, sending]) {
        await store.record([a1, a2].map((sequence) => ({ type: 'mark', sequence, delivery })));
      }
      expect(await store.outboxCounts()).toEqual({ queued: 2, sending: 2, waiting: 0, blocked: 0 });
      expect(await store.outboxSequences()).toMatchObject({ sending: [a1, a2], waiting: [] });
      await store.record([
        { type: 'mark', sequence: a1, delivery: waiting },
        { type: 'remove', sequence: a2 },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 2, sending: 0, waiting: 1, blocked: 0 });
      expect((await store.operations({ limit: 1 }))[0]?.delivery).toEqual(waiting);
    }));

  test('a purge removes an operation that is being sent, and a late mark does not restore it', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'mark', sequence: a1, delivery: sending }]);
      await store.purge('a');
      await store.record([{ type: 'mark', sequence: a1, delivery: sending }]);
      expect(await store.outboxCounts()).toEqual({ queued: 1, sending: 0, waiting: 0, blocked: 0 });
      expect(await store.outboxSequences()).toMatchObject({ sending: [], waiting: [], blocked: [] });
      expect((await store.operations()).map(({ id }) => id)).toEqual(['b1']);
    }));

  test('a blocked operation that is sent again is no longer among the blocked ones', () =>
    using(async (store) => {
      const [a1, a2] = await fill(store);
      await store.record([a1, a2].map((sequence) => ({ type: 'mark', sequence, delivery: blocked })));
      await store.record([{ type: 'mark', sequence: a1, delivery: sending }]);
      expect((await store.blockedOperations()).map(({ sequence }) => sequence)).toEqual([a2]);
      expect(await store.outboxSequences()).toMatchObject({ sending: [a1], blocked: [a2] });
    }));

  test('an operation that is reset to queued counts as queued', () =>
    using(async (store) => {
      const [a1] = await fill(store);
      await store.record([{ type: 'mark', sequence: a1, delivery: blocked }]);
      await store.record([
        { type: 'mark', sequence: a1, delivery: { state: 'queued', attempts: 3, unanswered: true } },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 4, sending: 0, waiting: 0, blocked: 0 });
      expect((await store.operations({ inspectionId: 'a' }))[0]?.delivery?.unanswered).toBe(true);
    }));

  test('an acknowledged operation leaves the outbox, and the others keep their order', () =>
    using(async (store) => {
      const [, a2] = await fill(store);
      await store.record([{ type: 'remove', sequence: a2 }]);
      expect((await store.operations()).map(({ id }) => id)).toEqual(['a1', 'a3', 'b1']);
      expect((await store.operations({ inspectionId: 'a' })).map(({ id }) => id)).toEqual(['a1', 'a3']);
    }));

  test('changes of one call apply in order, and none restores an acknowledged operation', () =>
    using(async (store) => {
      const [a1, a2] = await fill(store);
      await store.record([
        { type: 'mark', sequence: a1, delivery: sending },
        { type: 'mark', sequence: a1, delivery: waiting },
        { type: 'mark', sequence: a2, delivery: sending },
        { type: 'remove', sequence: a2 },
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
