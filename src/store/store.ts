import type { OutboxChange } from '../domain/delivery.ts';
import type { InspectionStatus } from '../domain/enums.ts';
import type { Operation, StoredOperation } from '../domain/operation.ts';
import type { ListOptions, Slice } from '../domain/paging.ts';
import type { StoredPhoto } from '../rules/decision.ts';
import type { InspectionState } from '../rules/state.ts';

/** An inspection with the number of commits it has seen. */
export interface Loaded {
  state: InspectionState;
  version: number;
}

/** One change: the inspection, its new photos and its operations, together or not at all. */
export interface Commit {
  /** Names this attempt, so that one whose answer was lost can be told from somebody else's change. */
  id: string;
  state: InspectionState;
  /** The version the change was decided on; 0 for an inspection that must not exist yet. */
  expectedVersion: number;
  photos: readonly StoredPhoto[];
  operations: readonly Operation[];
  /** What a device learned about deliveries by this change; see outbox-store.ts. */
  outbox?: readonly OutboxChange[];
}

export type Scope = { ownerId: string } | { organizationId: string } | 'all';

export interface ListQuery extends ListOptions {
  scope: Scope;
  status?: InspectionStatus;
  includeDeleted: boolean;
}

export interface OperationQuery {
  inspectionId?: string;
  /** Only operations of a higher sequence. */
  after?: number;
  limit?: number;
}

/**
 * Where inspections live. Every implementation passes the suite in store-conformance.suite.ts.
 *
 * - What a store hands out is the caller's to keep: changing it changes nothing inside.
 * - A `commit` that answered true survives a crash of the tab, the browser and (with the disk's help) the device.
 * - Failures are `KerbsideError`s: `storage_full`, `storage_unavailable`, `storage_outdated`, `closed`.
 */
export interface Store {
  load(inspectionId: string): Promise<Loaded | undefined>;
  list(query: ListQuery): Promise<Slice<InspectionState>>;
  /** False, and nothing written, when the inspection is no longer at the expected version. */
  commit(commit: Commit): Promise<boolean>;
  /** The bytes as they are stored, unchecked. */
  photo(imageId: string): Promise<StoredPhoto | undefined>;
  /** The outbox, in order of sequence. */
  operations(query?: OperationQuery): Promise<StoredOperation[]>;
  /**
   * Removes the inspection, its photos and its operations for good. With `unlessUnsent` it looks for operations first, in
   * the same transaction, and answers false where there are some: nothing was removed.
   */
  purge(inspectionId: string, unlessUnsent?: boolean): Promise<boolean>;
  counts(): Promise<StoreCounts>;
  close(): void;
}

export interface StoreCounts {
  inspections: number;
  photos: number;
  operations: number;
}
