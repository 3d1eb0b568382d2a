import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { notFoundError } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { collectWithDependents } from './causality.ts';
import { toQueued } from './transitions.ts';

const BATCH_SIZE = 500;

/** Iterates over the whole outbox in order of sequence. */
export async function* iterateOperations(store: OutboxStore): AsyncGenerator<StoredOperation> {
  let after = 0;
  for (;;) {
    const batch = await store.operations({ after, limit: BATCH_SIZE });
    if (batch.length === 0) return;
    yield* batch;
    after = batch.at(-1)?.sequence ?? after;
  }
}

/** @throws `not_found` if the outbox has no operation with this id. */
export async function findOperation(store: OutboxStore, operationId: string): Promise<StoredOperation> {
  for await (const operation of iterateOperations(store)) if (operation.id === operationId) return operation;
  throw notFoundError('operation', operationId);
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
  await store.record(discarded.map(({ sequence }) => ({ type: 'settle', sequence })));
  return discarded;
}
