import type { StoredOperation } from '../../service/operation.ts';
import { moreAround, readsBackwards } from '../../spec/paging.ts';
import { committed, isCommitted, isListed, type Row } from '../row.ts';
import type { Commit, ListQuery, OperationQuery, Store } from '../store.ts';
import { Connection, type ConnectionOptions, type Database } from './connection.ts';

/** The store of a browser: one database, one strict transaction per change. */
export class IndexedDbStore implements Store {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  load(inspectionId: string) {
    return this.#connection.run(async (database) => {
      const row = await database.get('inspections', inspectionId);
      return row && { state: row.state, version: row.version };
    });
  }

  list(query: ListQuery) {
    return this.#connection.run(async (database) => {
      const rows = await readRows(database, query, query.limit + 1);
      const overflow = rows.length > query.limit;
      const page = rows.slice(0, query.limit);
      if (readsBackwards(query)) page.reverse();
      return { records: page.map((row) => row.state), more: moreAround(query, overflow) };
    });
  }

  commit(commit: Commit) {
    return this.#connection.run(async (database) => {
      const transaction = database.transaction(['inspections', 'photos', 'outbox'], 'readwrite', {
        durability: 'strict',
      });
      const [inspections, photos, outbox] = [
        transaction.objectStore('inspections'),
        transaction.objectStore('photos'),
        transaction.objectStore('outbox'),
      ];
      const current = await inspections.get(commit.state.inspection.id);
      const row = committed(current, commit);
      if (isCommitted(current, commit) || !row) {
        await transaction.done;
        return isCommitted(current, commit);
      }
      await complete(transaction, [
        inspections.put(row),
        ...commit.photos.map((photo) => photos.put(photo)),
        // The key generator gives the sequence, so the value has none yet.
        ...commit.operations.map((operation) => outbox.add(operation as StoredOperation)),
      ]);
      return true;
    });
  }

  photo(imageId: string) {
    return this.#connection.run((database) => database.get('photos', imageId));
  }

  operations({ inspectionId, after = 0, limit }: OperationQuery = {}) {
    return this.#connection.run((database) =>
      inspectionId === undefined
        ? database.getAll('outbox', IDBKeyRange.lowerBound(after, true), limit)
        : database.getAllFromIndex(
            'outbox',
            'byInspection',
            IDBKeyRange.bound([inspectionId, after], [inspectionId, Number.POSITIVE_INFINITY], true),
            limit,
          ),
    );
  }

  purge(inspectionId: string) {
    return this.#connection.run(async (database) => {
      const transaction = database.transaction(['inspections', 'photos', 'outbox'], 'readwrite', {
        durability: 'strict',
      });
      const photos = transaction.objectStore('photos');
      const outbox = transaction.objectStore('outbox');
      const [photoKeys, operationKeys] = await Promise.all([
        photos.index('byInspection').getAllKeys(inspectionId),
        outbox
          .index('byInspection')
          .getAllKeys(IDBKeyRange.bound([inspectionId, 0], [inspectionId, Number.POSITIVE_INFINITY])),
      ]);
      await complete(transaction, [
        transaction.objectStore('inspections').delete(inspectionId),
        ...photoKeys.map((key) => photos.delete(key)),
        ...operationKeys.map((key) => outbox.delete(key)),
      ]);
    });
  }

  counts() {
    return this.#connection.run(async (database) => {
      const [inspections, photos, operations] = await Promise.all([
        database.count('inspections'),
        database.count('photos'),
        database.count('outbox'),
      ]);
      return { inspections, photos, operations };
    });
  }

  close() {
    this.#connection.close();
  }
}

/** Requests of an aborted transaction all fail with AbortError; why it was aborted stands on the transaction. */
async function complete(
  transaction: { done: Promise<void>; error: DOMException | null },
  requests: Promise<unknown>[],
): Promise<void> {
  try {
    await Promise.all([...requests, transaction.done]);
  } catch (error) {
    throw transaction.error ?? error;
  }
}

/** Reads on from a cursor until `count` rows are found: a page costs its own length, not the database's. */
async function readRows(database: Database, query: ListQuery, count: number): Promise<Row[]> {
  const ascending = (query.paginationOrder === 'asc') !== readsBackwards(query);
  const direction = ascending ? 'next' : 'prev';
  const inspections = database.transaction('inspections').store;
  const rows: Row[] = [];
  let cursor = await openCursor();
  while (cursor && rows.length < count) {
    if (isListed(cursor.value, query)) rows.push(cursor.value);
    cursor = await cursor.continue();
  }
  return rows;

  /** The index that leaves least to be passed over. */
  function openCursor() {
    const { scope, status } = query;
    if (scope !== 'all') {
      return 'ownerId' in scope
        ? inspections.index('byOwner').openCursor(idRange(query, scope.ownerId), direction)
        : inspections.index('byOrganization').openCursor(idRange(query, scope.organizationId), direction);
    }
    return status === undefined
      ? inspections.openCursor(idRange(query), direction)
      : inspections.index('byStatus').openCursor(idRange(query, status), direction);
  }
}

/** The ids between the cursors; with a prefix, as the second half of an index key. */
function idRange(query: ListQuery, prefix?: string): IDBKeyRange {
  const [low, high] =
    query.paginationOrder === 'asc' ? [query.after, query.before] : [query.before, query.after];
  const key = (id: string) => (prefix === undefined ? id : [prefix, id]);
  return IDBKeyRange.bound(key(low ?? ''), key(high ?? '\uffff'), low !== undefined, high !== undefined);
}
