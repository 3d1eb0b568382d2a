import type { OutboxChange } from '../../../src/domain/outbox/delivery.ts';
import type { StoredOperation } from '../../../src/domain/outbox/operation.ts';
import { KerbsideError } from '../../../src/errors.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import type { Sabotage } from './simulate.ts';

const isSending = (change: OutboxChange) => change.type === 'mark' && change.delivery.state === 'sending';

/** Removes the delivery state of deleted records, as if they had never been sent. */
const removeDoubt =
  (store: SenderDeps['store'], what: 'inspection' | 'image'): SenderDeps['store']['outboxOf'] =>
  async (inspectionId) => {
    const stored = await store.outboxOf(inspectionId);
    const createKind = what === 'inspection' ? 'inspection.create' : 'image.add';
    const isDeleted = stored.operations.some(({ kind }) => kind === `${what}.delete`);
    const removeDelivery = ({ delivery: _tried, ...operation }: StoredOperation) =>
      operation as StoredOperation;
    const operations = stored.operations.map((one) =>
      isDeleted && one.kind === createKind ? removeDelivery(one) : one,
    );
    return { ...stored, operations };
  };

/** Mistakes of a sender. The simulation must detect each. */
export const SABOTAGES: readonly { mistake: string; sabotage: Sabotage }[] = [
  {
    mistake: 'sends again without reconciling first',
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
    mistake: 'sends before `sending` is stored',
    sabotage: {
      store: (store) => ({
        ...store,
        record: (changes) => store.record(changes.filter((change) => !isSending(change))),
      }),
    },
  },
  {
    mistake: 'removes an operation before it has stored the remote id',
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
    mistake: 'keeps an image that the browser sent twice',
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
    mistake: 'keeps an inspection that the browser sent twice',
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
    mistake: 'drops a deleted inspection that is in doubt',
    sabotage: { store: (store) => ({ ...store, outboxOf: removeDoubt(store, 'inspection') }) },
  },
  {
    mistake: 'drops a deleted photo that is in doubt',
    sabotage: { store: (store) => ({ ...store, outboxOf: removeDoubt(store, 'image') }) },
  },
  { mistake: 'reconciles while a lost request may still be in flight', sabotage: { graceMs: 0 } },
  { mistake: 'sends again at once what a dead tab had claimed', sabotage: { reconcileRecent: 'and send' } },
  { mistake: 'sends from all tabs at once', sabotage: { locks: 'all tabs send' } },
  {
    mistake: 'does not keep the order of the commits',
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
    mistake: 'sends the results of the device before the damages that they name',
    sabotage: {
      store: (store) => ({
        ...store,
        outboxOf: async (inspectionId) => {
          const stored = await store.outboxOf(inspectionId);
          const isKnown = stored.remoteIds.some(({ localId }) => localId === inspectionId);
          const results = stored.operations.filter(({ kind }) => kind === 'inspection.results');
          return isKnown && results.length > 0 ? { ...stored, operations: results } : stored;
        },
      }),
    },
  },
  {
    mistake: 'creates a restored damage that the service still has',
    sabotage: {
      deliver: (real) => (operation, ids, signal) =>
        real(
          {
            ...operation,
            payload: { ...operation.payload, isRestored: false },
          } as unknown as StoredOperation,
          ids,
          signal,
        ),
    },
  },
  {
    mistake: 'creates an image again because its upload was used, perhaps for that image',
    sabotage: {
      remote: (remote) => ({
        ...remote,
        addImage: (...args) =>
          remote.addImage(...args).catch((error: unknown) => {
            const isUsed = error instanceof KerbsideError && error.details.status === 409;
            throw isUsed ? new KerbsideError('conflict', error.message) : error;
          }),
      }),
    },
  },
  {
    mistake: 'removes an operation that failed',
    sabotage: {
      deliver: (real) => (operation, ids, signal) => real(operation, ids, signal).catch(() => []),
    },
  },
  {
    mistake: 'sends operations of other users',
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
