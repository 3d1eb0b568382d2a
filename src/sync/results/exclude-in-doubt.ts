import type { OperationKind, StoredOperation } from '../../domain/outbox/operation.ts';
import { isInDoubt } from '../outbox/transitions.ts';

type OperationOf<K extends OperationKind> = Extract<StoredOperation, { kind: K }>;

/**
 * Removes the remote records that creates in doubt may have made: for each create, the first record that matches.
 * The sender reconciles it. If the merge added it as well, the record would exist twice on this device.
 */
export function excludeInDoubt<T extends { id: string }, K extends OperationKind>(
  records: readonly T[],
  operations: readonly StoredOperation[],
  kind: K,
  isMatch: (record: T, operation: OperationOf<K>) => boolean,
): T[] {
  const left = [...records];
  for (const operation of operations) {
    if (operation.kind !== kind || !isInDoubt(operation.delivery)) continue;
    const index = left.findIndex((record) => isMatch(record, operation as OperationOf<K>));
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}
