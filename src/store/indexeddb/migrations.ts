import { toPromise } from '../../platform/indexeddb.ts';
import { readPhotoSizes, toOutboxEntry } from '../outbox-entry.ts';
import { toEntryKey } from './schema.ts';
import type { Transaction } from './typed-transaction.ts';

type Migration = (database: IDBDatabase, transaction: IDBTransaction) => void | Promise<void>;

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
    database.createObjectStore('outboxEntries');
    const stores = transaction as Transaction<'versionchange'>;
    const [inspections, entries] = [stores.objectStore('inspections'), stores.objectStore('outboxEntries')];
    const sizes = new Map<string, ReadonlyMap<string, number>>();
    const request = stores.objectStore('outbox').openCursor();
    for (let cursor = await toPromise(request); cursor; cursor = await toPromise(request)) {
      const operation = cursor.value;
      const { inspectionId } = operation;
      const ofInspection =
        sizes.get(inspectionId) ?? readPhotoSizes((await toPromise(inspections.get(inspectionId)))?.state);
      sizes.set(inspectionId, ofInspection);
      await toPromise(
        entries.put(true, toEntryKey(toOutboxEntry(operation, operation.sequence, ofInspection))),
      );
      cursor.continue();
    }
  },
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export async function migrate(
  database: IDBDatabase,
  from: number,
  transaction: IDBTransaction,
): Promise<void> {
  for (const migration of MIGRATIONS.slice(from)) await migration(database, transaction);
}
