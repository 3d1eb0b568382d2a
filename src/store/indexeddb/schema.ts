import type { TaskName } from '../../domain/enums.ts';
import type { AwaitedTask, Delivery, DeliveryState, RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { InspectionRow } from '../inspection-row.ts';
import type { OutboxEntry } from '../outbox-entry.ts';

/**
 * The operations that are being sent, by sequence, all in one record. Each operation is marked as `sending` before its
 * request leaves. Rewriting the operation with its indexes for that would double the writes per delivery. A delivery
 * state in this record overrides the one in the operation's own record.
 */
export type Sending = Map<number, Delivery>;

/** The IndexedDB schema: object stores, keys and indexes. */
export interface KerbsideDatabase {
  inspections: {
    key: string;
    value: InspectionRow;
    indexes: {
      byOwner: [string, string];
      byOrganization: [string, string];
      byStatus: [string, string];
    };
  };
  photos: { key: string; value: StoredPhoto; indexes: { byInspection: string } };
  outbox: {
    key: number;
    value: StoredOperation;
    indexes: { byInspection: [string, number]; byState: DeliveryState };
  };
  remoteIds: { key: string; value: RemoteId; indexes: { byInspection: string; byRemoteId: string } };
  awaited: { key: [string, TaskName]; value: AwaitedTask };
  sending: { key: 'now'; value: Sending };
  /**
   * What counting the outbox needs, as keys: sequence, user, bytes of the photo. All of them are read with one request,
   * without the operations. Unlike counters, they need no write when an operation is deleted, which a full disk would not
   * allow, and cannot differ from the outbox.
   */
  outboxEntries: { key: [sequence: number, userId: string, photoBytes: number]; value: true };
  /** The image ids of photos whose records are not committed yet, and when the photos were stored. */
  stagedPhotos: { key: string; value: number };
}

export type OutboxEntryKey = KerbsideDatabase['outboxEntries']['key'];

export function toEntryKey({ sequence, userId, photoBytes }: OutboxEntry): OutboxEntryKey {
  return [sequence, userId, photoBytes];
}
