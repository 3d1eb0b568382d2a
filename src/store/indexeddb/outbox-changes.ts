import type { OutboxChange } from '../../service/delivery.ts';
import type { StoredOperation } from '../../service/operation.ts';
import type { Transaction } from './connection.ts';

/**
 * Writes what was learned about deliveries, in order. What is gone (settled, purged) does not come back by it.
 * First everything is read and then everything is written, each at once: a request costs more than its work.
 */
export async function writeOutboxChanges(
  transaction: Transaction<'readwrite'>,
  changes: readonly OutboxChange[],
): Promise<void> {
  const [inspections, outbox, remoteIds, awaited] = [
    transaction.objectStore('inspections'),
    transaction.objectStore('outbox'),
    transaction.objectStore('remoteIds'),
    transaction.objectStore('awaited'),
  ];
  const read = await Promise.all(
    changes.map((change) => {
      if (change.type === 'mark') return outbox.get(change.sequence);
      if (change.type === 'map') return inspections.getKey(change.remoteId.inspectionId);
      return change.type === 'await' ? inspections.getKey(change.task.inspectionId) : undefined;
    }),
  );
  const settled = new Set<number>();
  const write = (change: OutboxChange, found: unknown): Promise<unknown> | undefined => {
    switch (change.type) {
      case 'settle':
        settled.add(change.sequence);
        return outbox.delete(change.sequence);
      case 'mark':
        if (!found || settled.has(change.sequence)) return undefined;
        return outbox.put({ ...(found as StoredOperation), delivery: change.delivery });
      case 'map':
        return found ? remoteIds.put(change.remoteId) : undefined;
      case 'await':
        return found ? awaited.put(change.task) : undefined;
      case 'arrived':
        return awaited.delete([change.inspectionId, change.taskName]);
    }
  };
  await Promise.all(changes.map((change, index) => write(change, read[index])));
}
