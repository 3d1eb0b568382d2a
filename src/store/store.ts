import type { InspectionStatus } from '../domain/enums.ts';
import type { OutboxChange } from '../domain/outbox/delivery.ts';
import type { Operation, StoredOperation } from '../domain/outbox/operation.ts';
import type { ListOptions, Slice } from '../domain/paging.ts';
import type { StoredPhoto } from '../rules/rule.ts';
import type { InspectionState } from '../rules/state.ts';

/** A stored inspection and its version, which is the number of its commits. */
export interface LoadedInspection {
  state: InspectionState;
  version: number;
}

/** One atomic change: an inspection, its new photos and its operations. */
export interface Commit {
  /** Unique id of this commit. A repeated commit with the same id is applied once. */
  id: string;
  /** The whole inspection after the change. */
  state: InspectionState;
  /** The version that the change is based on. 0 for an inspection that must not exist yet. */
  expectedVersion: number;
  /** Photos to store. A photo replaces the one of the same image. */
  photos: readonly StoredPhoto[];
  /** Operations to append to the outbox, except those that a stored one covers (`coversResults`). */
  operations: readonly Operation[];
  /** Changes to delivery states, remote ids and awaited tasks; see outbox-store.ts. Stores without an outbox ignore it. */
  outbox?: readonly OutboxChange[];
}

/** Whose inspections a list contains. */
export type Scope = { ownerId: string } | { organizationId: string } | 'all';

/** Filters, order and page of a list. */
export interface ListQuery extends ListOptions {
  scope: Scope;
  /**
   * Status of the inspections.
   *
   * @default any status
   */
  status?: InspectionStatus;
  includeDeleted: boolean;
}

/** Filters of the outbox. */
export interface OperationQuery {
  /**
   * Whose operations to return.
   *
   * @default all inspections
   */
  inspectionId?: string;
  /**
   * Returns only operations with a higher sequence.
   *
   * @default 0
   */
  after?: number;
  /**
   * The largest number of operations to return.
   *
   * @default no limit
   */
  limit?: number;
}

/**
 * The port to where inspections are stored: IndexedDB, memory or Postgres. Every implementation passes the tests in
 * store-conformance.suite.ts.
 *
 * - Returned objects are copies. Changing them does not change the store.
 * - If `commit` resolved to true, the change survives a crash of the tab, of the browser and, if the disk honors flushes,
 *   of the device.
 * - Failures are `KerbsideError`s with code `storage_full`, `storage_unavailable`, `storage_outdated` or `closed`.
 */
export interface Store {
  /** Returns an inspection, or undefined if there is none with this id. */
  load(inspectionId: string): Promise<LoadedInspection | undefined>;
  /** Returns one page of inspections, and whether there are more before and after it. */
  list(query: ListQuery): Promise<Slice<InspectionState>>;
  /**
   * Writes one change, completely or not at all.
   *
   * @returns False if the inspection is not at the expected version. Nothing is written then.
   */
  commit(commit: Commit): Promise<boolean>;
  /** Returns a photo, or undefined if there is none. The bytes are not compared with their hash. */
  photo(imageId: string): Promise<StoredPhoto | undefined>;
  /** Returns the operations of the outbox, in sequence order. */
  operations(query?: OperationQuery): Promise<StoredOperation[]>;
  /**
   * Deletes an inspection, its photos and its operations.
   *
   * @param keepUnsent - If true and the inspection has operations in the outbox, nothing is deleted. The check is part of
   * the same transaction. Default: false.
   * @returns False if nothing was deleted because of unsent operations.
   */
  purge(inspectionId: string, keepUnsent?: boolean): Promise<boolean>;
  /** Returns the number of stored records. */
  counts(): Promise<StoreCounts>;
  /**
   * Closes the store. All later calls throw `closed`.
   *
   * @returns A promise that resolves when its connections are closed, if it has any.
   */
  close(): void | Promise<void>;
}

/** The number of stored records. */
export interface StoreCounts {
  inspections: number;
  photos: number;
  /** Operations in the outbox. */
  operations: number;
}
