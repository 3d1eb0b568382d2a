import type { DeliveryState, OutboxChange } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import { moreAround, readsBackwards } from '../../domain/paging.ts';
import { type OutboxStore, oldestFirst } from '../outbox-store.ts';
import { committed, isCommitted } from '../row.ts';
import type { Commit, ListQuery, OperationQuery } from '../store.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { readRows } from './list-rows.ts';
import { asSent, readSending } from './operations-in-flight.ts';
import { deleteOperations, operationsAt, writeOutboxChanges } from './outbox-changes.ts';

/** The store of a browser: one database, one strict transaction per change. */
export class IndexedDbStore implements OutboxStore {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  load(inspectionId: string) {
    return this.#connection.read(async (transaction) => {
      const row = await transaction.objectStore('inspections').get(inspectionId);
      return row && { state: row.state, version: row.version };
    });
  }

  list(query: ListQuery) {
    return this.#connection.read(async (transaction) => {
      const rows = await readRows(transaction, query, query.limit + 1);
      const overflow = rows.length > query.limit;
      const page = rows.slice(0, query.limit);
      if (readsBackwards(query)) page.reverse();
      return { records: page.map((row) => row.state), more: moreAround(query, overflow) };
    });
  }

  commit(commit: Commit) {
    return this.#connection.write(async (transaction) => {
      const inspections = transaction.objectStore('inspections');
      const photos = transaction.objectStore('photos');
      const outbox = transaction.objectStore('outbox');
      const current = await inspections.get(commit.state.inspection.id);
      if (isCommitted(current, commit)) return true;
      const row = committed(current, commit);
      if (!row) return false;
      await all([
        () => inspections.put(row),
        ...commit.photos.map((photo) => () => photos.put(photo)),
        // The key generator gives the sequence, so the value has none yet.
        ...commit.operations.map((operation) => () => outbox.add(operation as StoredOperation)),
        () => writeOutboxChanges(transaction, commit.outbox ?? []),
      ]);
      return true;
    });
  }

  photo(imageId: string) {
    return this.#connection.read((transaction) => transaction.objectStore('photos').get(imageId));
  }

  operations({ inspectionId, after = 0, limit }: OperationQuery = {}) {
    return this.#connection.read(async (transaction) => {
      const outbox = transaction.objectStore('outbox');
      const [operations, sending] = await Promise.all([
        inspectionId === undefined
          ? outbox.getAll(IDBKeyRange.lowerBound(after, true), limit)
          : outbox.index('byInspection').getAll(sequencesOf(inspectionId, after), limit),
        readSending(transaction),
      ]);
      return asSent(operations, sending);
    });
  }

  purge(inspectionId: string, unlessUnsent = false) {
    return this.#connection.write(async (transaction) => {
      const photos = transaction.objectStore('photos');
      const outbox = transaction.objectStore('outbox');
      const remoteIds = transaction.objectStore('remoteIds');
      const [photoKeys, operationKeys, mapped] = await Promise.all([
        photos.index('byInspection').getAllKeys(inspectionId),
        outbox.index('byInspection').getAllKeys(sequencesOf(inspectionId)),
        remoteIds.index('byInspection').getAllKeys(inspectionId),
      ]);
      if (unlessUnsent && operationKeys.length > 0) return false;
      await all([
        () => transaction.objectStore('inspections').delete(inspectionId),
        ...photoKeys.map((key) => () => photos.delete(key)),
        () => deleteOperations(transaction, operationKeys),
        ...mapped.map((key) => () => remoteIds.delete(key)),
        () => transaction.objectStore('awaited').delete(tasksOf(inspectionId)),
      ]);
      return true;
    });
  }

  record(changes: readonly OutboxChange[]) {
    return this.#connection.write((transaction) => writeOutboxChanges(transaction, changes));
  }

  outboxOf(inspectionId: string) {
    return this.#connection.read(async (transaction) => {
      const [operations, sending, remoteIds, awaited] = await Promise.all([
        transaction.objectStore('outbox').index('byInspection').getAll(sequencesOf(inspectionId)),
        readSending(transaction),
        transaction.objectStore('remoteIds').index('byInspection').getAll(inspectionId),
        transaction.objectStore('awaited').getAll(tasksOf(inspectionId)),
      ]);
      return { operations: asSent(operations, sending), remoteIds, awaited: oldestFirst(awaited) };
    });
  }

  remoteIds(localIds: readonly string[]) {
    return this.#connection.read(async (transaction) => {
      const remoteIds = transaction.objectStore('remoteIds');
      const found = await Promise.all(localIds.map((id) => remoteIds.get(id)));
      return found.filter((one) => one !== undefined);
    });
  }

  remoteIdsOf(inspectionId: string) {
    return this.#connection.read((transaction) =>
      transaction.objectStore('remoteIds').index('byInspection').getAll(inspectionId),
    );
  }

  localIdOf(remoteId: string) {
    return this.#connection.read((transaction) =>
      transaction.objectStore('remoteIds').index('byRemoteId').get(remoteId),
    );
  }

  awaited({ inspectionId }: { inspectionId?: string } = {}) {
    return this.#connection.read(async (transaction) =>
      oldestFirst(
        await transaction
          .objectStore('awaited')
          .getAll(inspectionId === undefined ? undefined : tasksOf(inspectionId)),
      ),
    );
  }

  outboxCounts() {
    return this.#connection.read(async (transaction) => {
      const outbox = transaction.objectStore('outbox');
      const inState = (state: DeliveryState) => outbox.index('byState').count(state);
      const sequences = [...(await readSending(transaction)).keys()];
      const [all, sending, waiting, blocked, marked] = await Promise.all([
        outbox.count(),
        inState('sending'),
        inState('waiting'),
        inState('blocked'),
        operationsAt(transaction, sequences),
      ]);
      // One that was never tried has no state to be indexed by.
      const counts = { queued: all - sending - waiting - blocked, sending, waiting, blocked };
      for (const { delivery } of marked) {
        counts[delivery?.state ?? 'queued'] -= 1;
        counts.sending += 1;
      }
      return counts;
    });
  }

  dropPhoto(imageId: string) {
    return this.#connection.write((transaction) => transaction.objectStore('photos').delete(imageId));
  }

  counts() {
    return this.#connection.read(async (transaction) => {
      const [inspections, photos, operations] = await Promise.all([
        transaction.objectStore('inspections').count(),
        transaction.objectStore('photos').count(),
        transaction.objectStore('outbox').count(),
      ]);
      return { inspections, photos, operations };
    });
  }

  close() {
    this.#connection.close();
  }
}

/** Makes all requests at once. One that throws (a value that can not be cloned) leaves no other's failure unheard. */
function all(requests: (() => Promise<unknown>)[]): Promise<unknown> {
  return Promise.all(requests.map(async (request) => request()));
}

function sequencesOf(inspectionId: string, after = 0): IDBKeyRange {
  return IDBKeyRange.bound([inspectionId, after], [inspectionId, Number.POSITIVE_INFINITY], true);
}

/** The keys of an inspection's tasks: arrays sort after all texts. */
function tasksOf(inspectionId: string): IDBKeyRange {
  return IDBKeyRange.bound([inspectionId], [inspectionId, []]);
}
