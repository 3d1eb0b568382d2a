import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { TaskName } from '../../domain/enums.ts';
import type { AwaitedTask, Delivery, DeliveryState, RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { InspectionRow } from '../inspection-row.ts';
import { type OutboxEntry, readPhotoSizes, toOutboxEntry } from '../outbox-entry.ts';

/**
 * The operations that are being sent, by sequence, all in one record. Each operation is marked as `sending` before its
 * request leaves. Rewriting the operation with its indexes for that would double the writes per delivery. A delivery
 * state in this record overrides the one in the operation's own record.
 */
export type Sending = Map<number, Delivery>;

/** The IndexedDB schema: object stores, keys and indexes. */
export interface KerbsideDatabase extends DBSchema {
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
   * The facts for counting the outbox, as keys: sequence, user, bytes of the photo. All of them are read with one request,
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

type UpgradeTransaction = IDBPTransaction<KerbsideDatabase, StoreNames<KerbsideDatabase>[], 'versionchange'>;
type Migration = (
  database: IDBPDatabase<KerbsideDatabase>,
  transaction: UpgradeTransaction,
) => void | Promise<void>;

/**
 * `MIGRATIONS[n]` upgrades a database from version n to n + 1. A released migration never changes: devices have databases
 * of every version. A test opens one of each (test/fixtures/databases).
 */
export const MIGRATIONS: readonly Migration[] = [
  (database) => {
    const inspections = database.createObjectStore('inspections', { keyPath: 'id' });
    inspections.createIndex('byOwner', ['ownerId', 'id']);
    inspections.createIndex('byOrganization', ['organizationId', 'id']);
    inspections.createIndex('byStatus', ['status', 'id']);
    // Photos are ArrayBuffers because WebKit loses Blobs in IndexedDB (uppy 3343, dexie 1919).
    const photos = database.createObjectStore('photos', { keyPath: 'imageId' });
    photos.createIndex('byInspection', 'inspectionId');
    const outbox = database.createObjectStore('outbox', { keyPath: 'sequence', autoIncrement: true });
    outbox.createIndex('byInspection', ['inspectionId', 'sequence']);
  },
  (database, transaction) => {
    transaction.objectStore('outbox').createIndex('byState', 'delivery.state');
    const remoteIds = database.createObjectStore('remoteIds', { keyPath: 'localId' });
    remoteIds.createIndex('byInspection', 'inspectionId');
    remoteIds.createIndex('byRemoteId', 'remoteId');
    database.createObjectStore('awaited', { keyPath: ['inspectionId', 'taskName'] });
  },
  (database) => {
    database.createObjectStore('sending');
  },
  async (database, transaction) => {
    database.createObjectStore('stagedPhotos');
    const entries = database.createObjectStore('outboxEntries');
    const inspections = transaction.objectStore('inspections');
    const sizes = new Map<string, ReadonlyMap<string, number>>();
    let cursor = await transaction.objectStore('outbox').openCursor();
    for (; cursor; cursor = await cursor.continue()) {
      const operation = cursor.value;
      const { inspectionId } = operation;
      const ofInspection =
        sizes.get(inspectionId) ?? readPhotoSizes((await inspections.get(inspectionId))?.state);
      sizes.set(inspectionId, ofInspection);
      await entries.put(true, toEntryKey(toOutboxEntry(operation, operation.sequence, ofInspection)));
    }
  },
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export async function migrate(
  database: IDBPDatabase<KerbsideDatabase>,
  from: number,
  transaction: UpgradeTransaction,
): Promise<void> {
  for (const migration of MIGRATIONS.slice(from)) await migration(database, transaction);
}
