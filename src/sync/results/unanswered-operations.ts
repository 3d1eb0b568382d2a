import type { OperationKind, StoredOperation } from '../../domain/operation.ts';

/** An operation of one kind. */
export type OperationOf<K extends OperationKind> = Extract<StoredOperation, { kind: K }>;

/**
 * Leaves out the remote records that may be ours already: for each create whose request has left without an answer,
 * the first record that looks like it. Its sender reconciles it; taken in here as well, it would be there twice.
 */
export function withoutUnanswered<T extends { id: string }, K extends OperationKind>(
  records: readonly T[],
  operations: readonly StoredOperation[],
  kind: K,
  looksLike: (record: T, operation: OperationOf<K>) => boolean,
): T[] {
  const left = [...records];
  for (const operation of operations) {
    if (operation.kind !== kind || !mayHaveArrived(operation)) continue;
    const index = left.findIndex((record) => looksLike(record, operation as OperationOf<K>));
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

function mayHaveArrived({ delivery }: StoredOperation): boolean {
  return delivery !== undefined && (delivery.state === 'sending' || delivery.unanswered);
}
