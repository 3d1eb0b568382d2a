import type { OutboxChange } from '../../../src/domain/delivery.ts';
import type { StoredOperation } from '../../../src/domain/operation.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import type { Sabotage } from './simulate.ts';

const isSending = (change: OutboxChange) => change.type === 'mark' && change.delivery.state === 'sending';

/** What was deleted looks as if nobody had ever tried to send it. */
const withoutDoubt =
  (store: SenderDeps['store'], what: 'inspection' | 'image'): SenderDeps['store']['outboxOf'] =>
  async (inspectionId) => {
    const stored = await store.outboxOf(inspectionId);
    const madeBy = what === 'inspection' ? 'inspection.create' : 'image.add';
    const isDeleted = stored.operations.some(({ kind }) => kind === `${what}.delete`);
    const untried = ({ delivery: _tried, ...operation }: StoredOperation) => operation as StoredOperation;
    const operations = stored.operations.map((one) =>
      isDeleted && one.kind === madeBy ? untried(one) : one,
    );
    return { ...stored, operations };
  };

/** Mistakes that a sender could make. The simulation is worth something only if it notices each. */
export const SABOTAGES: readonly { mistake: string; sabotage: Sabotage }[] = [
  {
    mistake: 'sends again without looking first',
    sabotage: {
      deliver: (real) => (operation, ids, signal) => {
        const { delivery } = operation;
        return real(
          delivery ? { ...operation, delivery: { ...delivery, unanswered: false } } : operation,
          ids,
          signal,
        );
      },
    },
  },
  {
    mistake: 'sends before `sending` is on the disk',
    sabotage: {
      store: (store) => ({
        ...store,
        record: (changes) => store.record(changes.filter((change) => !isSending(change))),
      }),
    },
  },
  {
    mistake: 'takes an operation out of the outbox before it has stored what the service calls the record',
    sabotage: {
      store: (store) => ({
        ...store,
        record: async (changes) => {
          await store.record(changes.filter(({ type }) => type !== 'map' && type !== 'await'));
          await store.record(changes.filter(({ type }) => type === 'map' || type === 'await'));
        },
      }),
    },
  },
  {
    mistake: 'leaves an image that the browser sent twice',
    sabotage: {
      remote: (remote) => ({
        ...remote,
        deleteImage: (inspectionId, imageId, statuses, options) =>
          options?.idempotencyKey === undefined
            ? Promise.resolve({ id: imageId })
            : remote.deleteImage(inspectionId, imageId, statuses, options),
      }),
    },
  },
  {
    mistake: 'leaves an inspection that the browser sent twice',
    sabotage: {
      remote: (remote) => ({
        ...remote,
        deleteInspection: (inspectionId, options) =>
          options?.idempotencyKey === undefined
            ? Promise.resolve({ id: inspectionId })
            : remote.deleteInspection(inspectionId, options),
      }),
    },
  },
  {
    mistake: 'forgets an inspection that was deleted, though it may have arrived',
    sabotage: { store: (store) => ({ ...store, outboxOf: withoutDoubt(store, 'inspection') }) },
  },
  {
    mistake: 'forgets a photo that was deleted, though it may have arrived',
    sabotage: { store: (store) => ({ ...store, outboxOf: withoutDoubt(store, 'image') }) },
  },
  { mistake: 'looks while a lost request may still be on its way', sabotage: { graceMs: 0 } },
  { mistake: 'sends at once what a tab had in hand that died', sabotage: { look: 'and send' } },
  { mistake: 'sends from every tab at once', sabotage: { locks: 'everybody sends' } },
  {
    mistake: 'goes by another order than that of the commits',
    sabotage: {
      store: (store) => ({
        ...store,
        outboxOf: async (inspectionId) => {
          const stored = await store.outboxOf(inspectionId);
          return { ...stored, operations: stored.operations.toReversed() };
        },
      }),
    },
  },
  {
    mistake: 'gives an operation up when it fails',
    sabotage: {
      deliver: (real) => (operation, ids, signal) => real(operation, ids, signal).catch(() => []),
    },
  },
  {
    mistake: 'takes every operation for the user’s own',
    sabotage: {
      store: (store) => ({
        ...store,
        outboxOf: async (inspectionId) => {
          const stored = await store.outboxOf(inspectionId);
          return { ...stored, operations: stored.operations.map((one) => ({ ...one, userId: 'ada' })) };
        },
      }),
    },
  },
];
