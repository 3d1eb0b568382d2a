import type { Delivery, OutboxChange } from '../../service/delivery.ts';
import type { StoredOperation } from '../../service/operation.ts';
import type { Transaction } from './connection.ts';
import { readSending, writeSending } from './sending.ts';

/**
 * Writes what was learned about deliveries, in order. What is gone (settled, purged) does not come back by it.
 * A request costs more than its work, so there are few of them, and first everything is read and then everything is
 * written, each at once.
 */
export async function writeOutboxChanges(
  transaction: Transaction<'readwrite'>,
  changes: readonly OutboxChange[],
): Promise<void> {
  const { marked, settled } = outcomeOf(changes);
  const own = [...marked].filter(([, { state }]) => state !== 'sending');
  const [sending, operations, present] = await Promise.all([
    readSending(transaction),
    operationsAt(
      transaction,
      own.map(([sequence]) => sequence),
    ),
    presentInspections(transaction, changes),
  ]);
  const [outbox, remoteIds, awaited] = [
    transaction.objectStore('outbox'),
    transaction.objectStore('remoteIds'),
    transaction.objectStore('awaited'),
  ];
  for (const sequence of settled) sending.delete(sequence);
  for (const [sequence, delivery] of marked) {
    if (delivery.state === 'sending') sending.set(sequence, delivery);
    else sending.delete(sequence);
  }
  const write = (change: OutboxChange): Promise<unknown> | undefined => {
    switch (change.type) {
      case 'map':
        return present.has(change.remoteId.inspectionId) ? remoteIds.put(change.remoteId) : undefined;
      case 'await':
        return present.has(change.task.inspectionId) ? awaited.put(change.task) : undefined;
      case 'arrived':
        return awaited.delete([change.inspectionId, change.taskName]);
      default:
        return undefined; // marks and settles count by what they come to
    }
  };
  await Promise.all([
    ...(marked.size + settled.size > 0 ? [writeSending(transaction, sending)] : []),
    ...operations.map((operation) => {
      const delivery = marked.get(operation.sequence);
      return delivery && outbox.put({ ...operation, delivery });
    }),
    ...runsOf(settled).map((run) => outbox.delete(run)),
    ...changes.map(write),
  ]);
}

/** What all marks and settles come to: the last mark counts, and none after its operation was settled. */
function outcomeOf(changes: readonly OutboxChange[]) {
  const marked = new Map<number, Delivery>();
  const settled = new Set<number>();
  for (const change of changes) {
    if (change.type === 'settle') {
      settled.add(change.sequence);
      marked.delete(change.sequence);
    } else if (change.type === 'mark' && !settled.has(change.sequence)) {
      marked.set(change.sequence, change.delivery);
    }
  }
  return { marked, settled };
}

/** The operations as their own records have them. */
export async function operationsAt(
  transaction: Transaction<'readonly' | 'readwrite'>,
  sequences: Iterable<number>,
): Promise<StoredOperation[]> {
  const outbox = transaction.objectStore('outbox');
  return (await Promise.all(runsOf(sequences).map((run) => outbox.getAll(run)))).flat();
}

/** Of the inspections that a change speaks of, those that are here. */
async function presentInspections(
  transaction: Transaction<'readwrite'>,
  changes: readonly OutboxChange[],
): Promise<Set<string | undefined>> {
  const ids = changes.flatMap((change) => {
    if (change.type === 'map') return [change.remoteId.inspectionId];
    return change.type === 'await' ? [change.task.inspectionId] : [];
  });
  const inspections = transaction.objectStore('inspections');
  return new Set(await Promise.all([...new Set(ids)].map((id) => inspections.getKey(id))));
}

/** Sequences that follow on each other are one range: what was recorded together is mostly sent together. */
function runsOf(sequences: Iterable<number>): IDBKeyRange[] {
  const runs: { from: number; to: number }[] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.to + 1 === sequence) last.to = sequence;
    else runs.push({ from: sequence, to: sequence });
  }
  return runs.map(({ from, to }) => IDBKeyRange.bound(from, to));
}
