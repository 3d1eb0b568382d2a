import type { AwaitedTask, DeliveryState, OutboxChange, RemoteId } from '../domain/outbox/delivery.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { Store } from './store.ts';

/** The number of operations in each delivery state. */
export type OutboxCounts = Record<DeliveryState, number>;

/** The sequences of the operations in the outbox, ascending. */
export interface OutboxSequences {
  all: number[];
  /** Of those, by delivery state. All others are queued. */
  sending: number[];
  waiting: number[];
  blocked: number[];
}

/** The outbox of one inspection, read in one transaction. */
export interface InspectionOutbox {
  /** Unsent operations, in sequence order. */
  operations: StoredOperation[];
  /** Remote ids of the inspection and its records. */
  remoteIds: RemoteId[];
  /** Tasks whose remote results have not arrived. */
  awaited: AwaitedTask[];
}

/**
 * The store of a device. In addition to `Store`, it keeps delivery states, remote ids and awaited tasks. Every
 * implementation passes the tests in outbox-store.suite.ts. Failures are the `KerbsideError`s of `Store`.
 */
export interface OutboxStore extends Store {
  /**
   * Applies all changes in order, in one strict transaction. Ignores changes to operations that left the outbox and to
   * inspections that are not in this store.
   */
  record(changes: readonly OutboxChange[]): Promise<void>;
  /** Returns the outbox of one inspection, read in one transaction. */
  outboxOf(inspectionId: string): Promise<InspectionOutbox>;
  /** Returns the remote ids of these records. Records without a remote id are omitted. */
  remoteIds(localIds: readonly string[]): Promise<RemoteId[]>;
  /** Returns the remote ids of an inspection and its records. */
  remoteIdsOf(inspectionId: string): Promise<RemoteId[]>;
  /** Returns the mapping of a remote id, or undefined if no record of this device has it. */
  localIdOf(remoteId: string): Promise<RemoteId | undefined>;
  /**
   * Returns the tasks whose remote results have not arrived, oldest first.
   *
   * @param query - Limits the result to one inspection. Default: all inspections.
   */
  awaited(query?: { inspectionId?: string }): Promise<AwaitedTask[]>;
  /** Returns the number of operations in each delivery state, without reading the operations. */
  outboxCounts(): Promise<OutboxCounts>;
  /** Returns which operations there are and in which delivery state, without reading the operations. */
  outboxSequences(): Promise<OutboxSequences>;
  /**
   * Returns what counting the outbox needs of its operations, in sequence order, without reading the operations.
   *
   * @param after - Returns only operations with a higher sequence. Default: 0.
   */
  outboxEntries(after?: number): Promise<OutboxEntry[]>;
  /** Returns the blocked operations, in sequence order. */
  blockedOperations(): Promise<StoredOperation[]>;
  /** Deletes the bytes of a photo. Its image record stays. */
  dropPhoto(imageId: string): Promise<void>;
}

/** Returns whether a store is a device's. The store of a service delivers nothing and keeps no remote ids. */
export function isOutboxStore(store: Store): store is OutboxStore {
  return 'remoteIdsOf' in store;
}

/** Sorts in place. */
export function sortOldestFirst(tasks: AwaitedTask[]): AwaitedTask[] {
  return tasks.sort((one, other) => one.since - other.since);
}
