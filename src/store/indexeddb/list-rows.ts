import { readsBackwards } from '../../domain/paging.ts';
import { isListed, type Row } from '../row.ts';
import type { ListQuery } from '../store.ts';
import type { Transaction } from './connection.ts';

/** Reads on from a cursor until `count` rows are found: a page costs its own length, not the database's. */
export async function readRows(
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
