import { unwrap } from 'idb';
import type { Delivery } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Transaction } from './connection.ts';

/**
 * The operations that are being sent, by sequence, all in one record. Each operation is marked before its request
 * leaves, and writing it anew with its indexes for that would double what is written for its delivery. What stands here
 * about an operation counts; what its own record says is older.
 */
export type Sending = Map<number, Delivery>;

const KEY = 'now';

export async function readSending(transaction: Transaction<'readonly' | 'readwrite'>): Promise<Sending> {
  return (await transaction.objectStore('sending').get(KEY)) ?? new Map();
}

/** Nothing that is being sent is no record: on a full disk a record can be deleted, but not written. */
export function writeSending(transaction: Transaction<'readwrite'>, sending: Sending): void {
  const store = unwrap(transaction).objectStore('sending');
  if (sending.size === 0) store.delete(KEY);
  else store.put(sending, KEY);
}

export function asSent(operations: readonly StoredOperation[], sending: Sending): StoredOperation[] {
  return operations.map((operation) => {
    const delivery = sending.get(operation.sequence);
    return delivery ? { ...operation, delivery } : operation;
  });
}
