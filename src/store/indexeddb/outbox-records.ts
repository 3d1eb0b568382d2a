import { unwrap } from 'idb';
import type { Delivery, OutboxChange } from '../../domain/outbox/delivery.ts';
import { coversResults, type Operation, type StoredOperation } from '../../domain/outbox/operation.ts';
import type { InspectionState } from '../../rules/state.ts';
import { readPhotoSizes, toOutboxEntry } from '../outbox-entry.ts';
import type { StoreName, Transaction } from './connection.ts';
import { type Sending, toEntryKey } from './schema.ts';

const SENDING_KEY = 'now';

export async function readSending(transaction: Transaction<'readonly' | 'readwrite'>): Promise<Sending> {
  return (await transaction.objectStore('sending').get(SENDING_KEY)) ?? new Map();
}

/** Deletes the record if it is empty: on a full disk a record can be deleted, but not written. */
function writeSending(transaction: Transaction<'readwrite'>, sending: Sending): void {
  const store = unwrap(transaction).objectStore('sending');
  if (sending.size === 0) store.delete(SENDING_KEY);
  else store.put(sending, SENDING_KEY);
}

/** Returns the operations with the delivery state of those that are being sent. */
export function withSendingState(
  operations: readonly StoredOperation[],
  sending: Sending,
): StoredOperation[] {
  return operations.map((operation) => {
    const delivery = sending.get(operation.sequence);
    return delivery ? { ...operation, delivery } : operation;
  });
}

/** Returns the stores that `writeOutboxChanges` uses for these changes. */
export function listChangedStores(changes: readonly OutboxChange[]): StoreName[] {
  const types = new Set(changes.map(({ type }) => type));
  return [
    'outbox',
    'sending',
    ...(types.has('remove') ? ['outboxEntries' as const] : []),
    ...(types.has('map') || types.has('await') ? ['inspections' as const] : []), // whether they are there
    ...(types.has('map') ? ['remoteIds' as const] : []),
    ...(types.has('await') || types.has('arrived') ? ['awaited' as const] : []),
  ];
}

/**
 * Writes delivery states, remote ids and awaited tasks, in order. It never restores a deleted operation or inspection.
 *
 * The overhead of an IndexedDB request is larger than its work. So there are few requests: all reads in parallel, then
 * all writes in parallel. Writes are not awaited one by one, because a failed write aborts the transaction.
 */
export async function writeOutboxChanges(
  transaction: Transaction<'readwrite'>,
  changes: readonly OutboxChange[],
): Promise<void> {
  const { marked, removed } = reduceDeliveries(changes);
  const ownRecords = [...marked].filter(([, { state }]) => state !== 'sending');
  const [sending, operations, present] = await Promise.all([
    readSending(transaction),
    readOperations(
      transaction,
      ownRecords.map(([sequence]) => sequence),
    ),
    readPresentInspections(transaction, changes),
  ]);
  const stores = unwrap(transaction);
  const outbox = stores.objectStore('outbox');
  const ended = [...removed, ...ownRecords.map(([sequence]) => sequence)].filter((one) =>
    sending.delete(one),
  );
  const started = [...marked].filter(([, { state }]) => state === 'sending');
  for (const [sequence, delivery] of started) sending.set(sequence, delivery);
  if (ended.length + started.length > 0) writeSending(transaction, sending);
  for (const operation of operations) {
    const delivery = marked.get(operation.sequence);
    if (delivery) outbox.put({ ...operation, delivery });
  }
  deleteSequences(transaction, removed);
  for (const change of changes) {
    if (change.type === 'map' && present.has(change.remoteId.inspectionId))
      stores.objectStore('remoteIds').put(change.remoteId);
    if (change.type === 'await' && present.has(change.task.inspectionId))
      stores.objectStore('awaited').put(change.task);
    if (change.type === 'arrived')
      stores.objectStore('awaited').delete([change.inspectionId, change.taskName]);
  }
}

/**
 * Deletes operations. It writes nothing, because a purge may be needed when the disk is full. Entries of deleted
 * operations may stay in `sending`; they have no effect.
 */
export async function deleteOperations(
  transaction: Transaction<'readwrite'>,
  sequences: readonly number[],
): Promise<void> {
  const sending = await readSending(transaction);
  deleteSequences(transaction, sequences);
  const wereSending = sequences.filter((sequence) => sending.delete(sequence));
  if (wereSending.length > 0 && sending.size === 0) writeSending(transaction, sending);
}

function deleteSequences(transaction: Transaction<'readwrite'>, sequences: Iterable<number>): void {
  const stores = unwrap(transaction);
  for (const { from, to } of toRanges(sequences)) {
    stores.objectStore('outbox').delete(IDBKeyRange.bound(from, to));
    stores.objectStore('outboxEntries').delete(IDBKeyRange.bound([from], [to, []]));
  }
}

export function isResultsOperation({ kind }: Operation): boolean {
  return kind === 'inspection.results';
}

/** Returns operations of one inspection without those that a stored one covers. */
async function excludeCovered(
  transaction: Transaction<'readwrite'>,
  operations: readonly Operation[],
  inspectionId: string,
): Promise<readonly Operation[]> {
  if (!operations.some(isResultsOperation)) return operations;
  const [stored, sending] = await Promise.all([
    transaction.objectStore('outbox').index('byInspection').getAll(sequenceRange(inspectionId)),
    readSending(transaction),
  ]);
  const current = withSendingState(stored, sending);
  return operations.filter((added) => !current.some((one) => coversResults(one, added)));
}

/** Adds operations to the outbox, except those that a stored one covers. The key generator sets their sequences. */
export async function addOperations(
  transaction: Transaction<'readwrite'>,
  operations: readonly Operation[],
  state: InspectionState,
): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  const entries = transaction.objectStore('outboxEntries');
  const sizes = readPhotoSizes(state);
  const uncovered = await excludeCovered(transaction, operations, state.inspection.id);
  await Promise.all(
    uncovered.map(async (operation) => {
      const sequence = await outbox.add(operation as StoredOperation);
      await entries.add(true, toEntryKey(toOutboxEntry(operation, sequence, sizes)));
    }),
  );
}

/** Reduces the changes to one delivery per operation: the last `mark` counts, unless the operation was removed before. */
function reduceDeliveries(changes: readonly OutboxChange[]) {
  const marked = new Map<number, Delivery>();
  const removed = new Set<number>();
  for (const change of changes) {
    if (change.type === 'remove') {
      removed.add(change.sequence);
      marked.delete(change.sequence);
    } else if (change.type === 'mark' && !removed.has(change.sequence)) {
      marked.set(change.sequence, change.delivery);
    }
  }
  return { marked, removed };
}

/** Reads operations without the delivery states in `sending`. */
export async function readOperations(
  transaction: Transaction<'readonly' | 'readwrite'>,
  sequences: Iterable<number>,
): Promise<StoredOperation[]> {
  const outbox = transaction.objectStore('outbox');
  const read = toRanges(sequences).map(({ from, to }) => outbox.getAll(IDBKeyRange.bound(from, to)));
  return (await Promise.all(read)).flat();
}

/** Returns which inspections of the changes are in this store. */
async function readPresentInspections(
  transaction: Transaction<'readwrite'>,
  changes: readonly OutboxChange[],
): Promise<Set<string | undefined>> {
  const ids = changes.flatMap((change) => {
    if (change.type === 'map') return [change.remoteId.inspectionId];
    return change.type === 'await' ? [change.task.inspectionId] : [];
  });
  const readKey = (id: string) => transaction.objectStore('inspections').getKey(id);
  return new Set(await Promise.all([...new Set(ids)].map(readKey)));
}

/** Joins consecutive sequences to ranges. Operations that were recorded together are mostly sent together. */
function toRanges(sequences: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last.to + 1 === sequence) last.to = sequence;
    else ranges.push({ from: sequence, to: sequence });
  }
  return ranges;
}

export function sequenceRange(inspectionId: string, after = 0): IDBKeyRange {
  return IDBKeyRange.bound([inspectionId, after], [inspectionId, Number.POSITIVE_INFINITY], true);
}
