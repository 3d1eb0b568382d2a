import type { StoredOperation } from '../../domain/operation.ts';
import { notFound } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { eachOperation } from '../status.ts';
import { withDependents } from './causality.ts';
import { queued } from './transitions.ts';

/** What an app can do about an operation that is stuck. */

export async function findOperation(store: OutboxStore, operationId: string): Promise<StoredOperation> {
  for await (const operation of eachOperation(store)) if (operation.id === operationId) return operation;
  throw notFound('operation', operationId);
}

/** Back in the queue, as it was before it was refused. */
export async function retryOperation(store: OutboxStore, operationId: string): Promise<StoredOperation> {
  const operation = await findOperation(store, operationId);
  const { sequence, delivery } = operation;
  if (delivery?.state === 'blocked') {
    await store.record([{ type: 'mark', sequence, delivery: queued(operation) }]);
  }
  return operation;
}

/** Out of the outbox for good, with what can not be sent without it. */
export async function discardOperation(store: OutboxStore, operationId: string): Promise<StoredOperation[]> {
  const operation = await findOperation(store, operationId);
  const chain = await store.operations({ inspectionId: operation.inspectionId });
  const given = withDependents(operation, chain);
  await store.record(given.map(({ sequence }) => ({ type: 'settle', sequence })));
  return given;
}
