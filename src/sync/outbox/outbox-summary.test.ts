import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import type { Operation } from '../../domain/outbox/operation.ts';
import type { ImageRecord } from '../../rules/state.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { OutboxSummary } from './outbox-summary.ts';

const reason = { code: 'remote_unavailable', message: 'no' };
const DELIVERIES: Delivery[] = [
  { state: 'queued', attempts: 1, unanswered: false },
  { state: 'sending', attempts: 1, unanswered: true },
  { state: 'waiting', attempts: 1, unanswered: false, until: 0, reason },
  { state: 'blocked', attempts: 1, unanswered: false, reason },
];
const step = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    user: fc.constantFrom('ada', 'ben'),
    hasPhoto: fc.boolean(),
  }),
  fc.record({ type: fc.constant('remove' as const), nth: fc.nat(20) }),
  fc.record({
    type: fc.constant('mark' as const),
    nth: fc.nat(20),
    delivery: fc.constantFrom(...DELIVERIES),
  }),
  fc.record({ type: fc.constant('count' as const) }),
);

let made = 0;

function addOperation(store: MemoryStore, user: string, hasPhoto: boolean): Promise<boolean> {
  const id = `i${++made}`;
  const image = { id: `${id}-1`, binarySize: 1_000 + made } as ImageRecord;
  const who = { id: `op${made}`, inspectionId: id, userId: user, createdAt: '' };
  const operation = hasPhoto
    ? { ...who, kind: 'image.add', payload: { imageId: image.id, input: { tasks: [] } } }
    : { ...who, kind: 'inspection.delete', payload: {} };
  const state = { ...stateOf(id), images: [image] };
  return store.commit(commitOf(state, { operations: [operation as Operation] }));
}

/** The counts of a whole read of the outbox. */
async function readAll(store: MemoryStore) {
  const operations = await store.operations();
  const isOf = (state: string) => (one: (typeof operations)[number]) =>
    (one.delivery?.state ?? 'queued') === state;
  let photoBytes = 0;
  for (const one of operations) {
    if (one.kind === 'image.add')
      photoBytes += (await store.load(one.inspectionId))?.state.images[0]?.binarySize ?? 0;
  }
  const ofBen = operations.filter(({ userId }) => userId === 'ben');
  return {
    all: operations.map(({ sequence }) => sequence),
    blocked: operations.filter(isOf('blocked')).map(({ sequence }) => sequence),
    ofOthers: ofBen.filter((one) => isOf('queued')(one) || isOf('waiting')(one)).length,
    isWaiting: operations.some((one) => one.userId === 'ada' && isOf('waiting')(one)),
    photoBytes,
  };
}

async function count(summary: OutboxSummary) {
  const { sequences, ofOthers, waitingReason, photoBytes } = await summary.count();
  const { all, blocked } = sequences;
  return { all, blocked, ofOthers, isWaiting: waitingReason !== null, photoBytes };
}

test('counts what a whole read counts, after any changes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new MemoryStore();
      const summary = new OutboxSummary(store, 'ada');
      for (const one of [...steps, { type: 'count' as const }]) {
        const sequences = (await store.operations()).map(({ sequence }) => sequence);
        const sequence = 'nth' in one ? (sequences[one.nth % sequences.length] ?? 0) : 0;
        if (one.type === 'add') await addOperation(store, one.user, one.hasPhoto);
        else if (one.type === 'remove') await store.record([{ type: 'remove', sequence }]);
        else if (one.type === 'mark')
          await store.record([{ type: 'mark', sequence, delivery: one.delivery }]);
        else expect(await count(summary)).toEqual(await readAll(store));
      }
    }),
    { numRuns: 60 },
  ));

test('reads each entry once, and no operation', async () => {
  const store = new MemoryStore();
  const read: number[] = [];
  const entries = store.outboxEntries.bind(store);
  store.outboxEntries = async (after) => {
    const found = await entries(after);
    read.push(...found.map(({ sequence }) => sequence));
    return found;
  };
  store.operations = async () => expect.unreachable();
  store.load = async () => expect.unreachable();
  const summary = new OutboxSummary(store, 'ada');
  for (let n = 0; n < 3; n += 1) {
    await addOperation(store, 'ada', true);
    await Promise.all([summary.count(), summary.count()]);
  }
  expect(read).toEqual([1, 2, 3]);
});

test('counts an operation that is recorded during a count in the next one', async () => {
  const store = new MemoryStore();
  const summary = new OutboxSummary(store, 'ada');
  await addOperation(store, 'ben', true);
  const entries = store.outboxEntries.bind(store);
  store.outboxEntries = async (after) => {
    store.outboxEntries = entries;
    await addOperation(store, 'ben', true);
    return entries(after);
  };
  expect(await count(summary)).toMatchObject({ all: [1], ofOthers: 1 });
  expect(await count(summary)).toEqual(await readAll(store));
});

test('starts over after a reset, when the database was replaced', async () => {
  let store = new MemoryStore();
  const summary = new OutboxSummary(
    {
      outboxSequences: () => store.outboxSequences(),
      outboxEntries: (after) => store.outboxEntries(after),
      operations: (query) => store.operations(query),
    },
    'ada',
  );
  for (let n = 0; n < 3; n += 1) await addOperation(store, 'ada', true);
  await summary.count();
  store = new MemoryStore();
  summary.reset();
  for (let n = 0; n < 2; n += 1) await addOperation(store, 'ben', true);
  expect(await count(summary)).toEqual(await readAll(store));
});
