import type { StoredOperation } from '../../service/operation.ts';
import { moreAround, readsBackwards } from '../../spec/paging.ts';
import { committed, isCommitted, isListed, type Row } from '../row.ts';
import type { Commit, ListQuery, OperationQuery, Store } from '../store.ts';
import { Connection, type ConnectionOptions, type Transaction } from './connection.ts';

/** The store of a browser: one database, one strict transaction per change. */
export class IndexedDbStore implements Store {
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
      ]);
      return true;
    });
  }

  photo(imageId: string) {
    return this.#connection.read((transaction) => transaction.objectStore('photos').get(imageId));
  }

  operations({ inspectionId, after = 0, limit }: OperationQuery = {}) {
    return this.#connection.read((transaction) => {
      const outbox = transaction.objectStore('outbox');
      return inspectionId === undefined
        ? outbox.getAll(IDBKeyRange.lowerBound(after, true), limit)
        : outbox.index('byInspection').getAll(sequencesOf(inspectionId, after), limit);
    });
  }

  purge(inspectionId: string) {
    return this.#connection.write(async (transaction) => {
      const photos = transaction.objectStore('photos');
      const outbox = transaction.objectStore('outbox');
      const [photoKeys, operationKeys] = await Promise.all([
        photos.index('byInspection').getAllKeys(inspectionId),
        outbox.index('byInspection').getAllKeys(sequencesOf(inspectionId)),
      ]);
      await all([
        () => transaction.objectStore('inspections').delete(inspectionId),
        ...photoKeys.map((key) => () => photos.delete(key)),
        ...operationKeys.map((key) => () => outbox.delete(key)),
      ]);
    });
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

/** Reads on from a cursor until `count` rows are found: a page costs its own length, not the database's. */
async function readRows(
  transaction: Transaction<'readonly'>,
  query: ListQuery,
  count: number,
): Promise<Row[]> {
  if (isEmptyRange(query)) return [];
  const ascending = (query.paginationOrder === 'asc') !== readsBackwards(query);
  const direction = ascending ? 'next' : 'prev';
  const inspections = transaction.objectStore('inspections');
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
  const [low, high] = cursorsUpwards(query);
  const key = (id: string) => (prefix === undefined ? id : [prefix, id]);
  return IDBKeyRange.bound(key(low ?? ''), key(high ?? '\uffff'), low !== undefined, high !== undefined);
}

/** Cursors that leave nothing between them are no error to us, but to IndexedDB they are. */
function isEmptyRange(query: ListQuery): boolean {
  const [low, high] = cursorsUpwards(query);
  return low !== undefined && high !== undefined && low >= high;
}

function cursorsUpwards({ paginationOrder, before, after }: ListQuery) {
  return paginationOrder === 'asc' ? [after, before] : [before, after];
}
