import { unwrap } from 'idb';
import type { Delivery, OutboxChange } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Transaction } from './connection.ts';
import { readSending, writeSending } from './operations-in-flight.ts';

/**
 * Writes what was learned about deliveries, in order. What is gone (settled, purged) does not come back by it.
 * A request costs more than its work, so there are few of them, first everything is read and then everything is
 * written, each at once, and nobody waits for a single write: one that fails aborts the transaction.
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
  const stores = unwrap(transaction);
  const outbox = stores.objectStore('outbox');
  const remoteIds = stores.objectStore('remoteIds');
  const awaited = stores.objectStore('awaited');
  const ended = [...settled, ...own.map(([sequence]) => sequence)].filter((one) => sending.delete(one));
  const begun = [...marked].filter(([, { state }]) => state === 'sending');
  for (const [sequence, delivery] of begun) sending.set(sequence, delivery);
  if (ended.length + begun.length > 0) writeSending(transaction, sending);
  for (const operation of operations) {
    const delivery = marked.get(operation.sequence);
    if (delivery) outbox.put({ ...operation, delivery });
  }
  for (const run of runsOf(settled)) outbox.delete(run);
  for (const change of changes) {
    if (change.type === 'map' && present.has(change.remoteId.inspectionId)) remoteIds.put(change.remoteId);
    if (change.type === 'await' && present.has(change.task.inspectionId)) awaited.put(change.task);
    if (change.type === 'arrived') awaited.delete([change.inspectionId, change.taskName]);
  }
}

/**
 * Takes operations out for good. It deletes and writes nothing: who purges may do so because the disk is full. What
 * `sending` may still say of them is of no operation any more, and counts for nothing.
 */
export async function deleteOperations(
  transaction: Transaction<'readwrite'>,
  sequences: readonly number[],
): Promise<void> {
  const sending = await readSending(transaction);
  const outbox = unwrap(transaction).objectStore('outbox');
  for (const run of runsOf(sequences)) outbox.delete(run);
  const known = sequences.filter((sequence) => sending.delete(sequence));
  if (known.length > 0 && sending.size === 0) writeSending(transaction, sending);
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
