import type { AwaitedTask, DeliveryState, OutboxChange, RemoteId } from '../domain/delivery.ts';
import type { StoredOperation } from '../domain/operation.ts';
import type { Store } from './store.ts';

export type OutboxCounts = Record<DeliveryState, number>;

/** What is known of one inspection's deliveries at one moment. */
export interface InspectionOutbox {
  operations: StoredOperation[];
  remoteIds: RemoteId[];
  awaited: AwaitedTask[];
}

/**
 * A device's store, which also keeps what was delivered of it. Every implementation passes the suite in
 * outbox-store.suite.ts.
 */
export interface OutboxStore extends Store {
  /**
   * All changes in one strict transaction, in order. What concerns an operation that has left the outbox, or an
   * inspection that is not here, does nothing.
   */
  record(changes: readonly OutboxChange[]): Promise<void>;
  /** All of one inspection, as it is between two transactions. */
  outboxOf(inspectionId: string): Promise<InspectionOutbox>;
  /** What the service calls these records; those it does not know are left out. */
  remoteIds(localIds: readonly string[]): Promise<RemoteId[]>;
  remoteIdsOf(inspectionId: string): Promise<RemoteId[]>;
  /** The record of this device behind a remote id. */
  localIdOf(remoteId: string): Promise<RemoteId | undefined>;
  /** Tasks whose remote results are still to come, oldest first. */
  awaited(query?: { inspectionId?: string }): Promise<AwaitedTask[]>;
  /** How many operations are in each state, without reading them. */
  outboxCounts(): Promise<OutboxCounts>;
  /** Lets go of a photo's bytes; its record stays. */
  dropPhoto(imageId: string): Promise<void>;
}

/** A host's store may be a service's: that one delivers nothing and keeps no remote ids. */
export function isOutboxStore(store: Store): store is OutboxStore {
  return 'remoteIdsOf' in store;
}

export function oldestFirst(tasks: AwaitedTask[]): AwaitedTask[] {
  return tasks.sort((one, other) => one.since - other.since);
}
