import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { AwaitedTask, DeliveryState, RemoteId } from '../../domain/delivery.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { StoredPhoto } from '../../rules/decision.ts';
import type { Row } from '../row.ts';
import type { Sending } from './operations-in-flight.ts';

export interface KerbsideDatabase extends DBSchema {
  inspections: {
    key: string;
    value: Row;
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
}

type UpgradeTransaction = IDBPTransaction<KerbsideDatabase, StoreNames<KerbsideDatabase>[], 'versionchange'>;
type Migration = (
  database: IDBPDatabase<KerbsideDatabase>,
  transaction: UpgradeTransaction,
) => void | Promise<void>;

/**
 * `MIGRATIONS[n]` takes a database from version n to n + 1. A released migration never changes:
 * databases of every version are out there, and a test opens one of each (test/fixtures/databases).
 */
export const MIGRATIONS: readonly Migration[] = [
  (database) => {
    const inspections = database.createObjectStore('inspections', { keyPath: 'id' });
    inspections.createIndex('byOwner', ['ownerId', 'id']);
    inspections.createIndex('byOrganization', ['organizationId', 'id']);
    inspections.createIndex('byStatus', ['status', 'id']);
    // Photos are ArrayBuffers: WebKit loses Blobs kept in IndexedDB (uppy 3343, dexie 1919).
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
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export async function migrate(
  database: IDBPDatabase<KerbsideDatabase>,
  from: number,
  transaction: UpgradeTransaction,
): Promise<void> {
  for (const migration of MIGRATIONS.slice(from)) await migration(database, transaction);
}
