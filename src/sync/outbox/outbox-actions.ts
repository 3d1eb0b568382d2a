import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { notFoundError } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { collectWithDependents } from './causality.ts';
import { toQueued } from './transitions.ts';

const BATCH_SIZE = 500;

/** @throws `not_found` if the outbox has no operation with this id. */
export async function findOperation(store: OutboxStore, operationId: string): Promise<StoredOperation> {
  for (let after = 0; ; ) {
    const batch = await store.operations({ after, limit: BATCH_SIZE });
    const found = batch.find(({ id }) => id === operationId);
    if (found) return found;
    const last = batch.at(-1);
    if (!last) throw notFoundError('operation', operationId);
    after = last.sequence;
  }
}

/** Sets a blocked operation back to `queued`. Operations in other states do not change. */
export async function retryOperation(store: OutboxStore, operationId: string): Promise<StoredOperation> {
  const operation = await findOperation(store, operationId);
  const { sequence, delivery } = operation;
  if (delivery?.state === 'blocked') {
    await store.record([{ type: 'mark', sequence, delivery: toQueued(operation) }]);
  }
  return operation;
}

/** Removes an operation and everything that cannot be sent without it. Returns what it removed. */
export async function discardOperation(store: OutboxStore, operationId: string): Promise<StoredOperation[]> {
  const operation = await findOperation(store, operationId);
  const chain = await store.operations({ inspectionId: operation.inspectionId });
  const discarded = collectWithDependents(operation, chain);
  await store.record(discarded.map(({ sequence }) => ({ type: 'remove', sequence })));
  return discarded;
}
