import { isBackwards } from '../../domain/paging.ts';
import { type InspectionRow, matchesFilters } from '../inspection-row.ts';
import type { ListQuery } from '../store.ts';
import type { Transaction } from './connection.ts';

/** Reads from a cursor until `count` rows match. The cost depends on the page size, not on the database size. */
export async function listRows(
  transaction: Transaction<'readonly'>,
  query: ListQuery,
  count: number,
): Promise<InspectionRow[]> {
  if (isEmptyRange(query)) return [];
  const ascending = (query.paginationOrder === 'asc') !== isBackwards(query);
  const direction = ascending ? 'next' : 'prev';
  const inspections = transaction.objectStore('inspections');
  const rows: InspectionRow[] = [];
  let cursor = await openCursor();
  while (cursor && rows.length < count) {
    if (matchesFilters(cursor.value, query)) rows.push(cursor.value);
    cursor = await cursor.continue();
  }
  return rows;

  /** Opens the index that skips the fewest rows. */
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

/** Returns the key range between the cursors. With a prefix, the id is the second part of an index key. */
function idRange(query: ListQuery, prefix?: string): IDBKeyRange {
  const [low, high] = ascendingCursors(query);
  const key = (id: string) => (prefix === undefined ? id : [prefix, id]);
  return IDBKeyRange.bound(key(low ?? ''), key(high ?? '\uffff'), low !== undefined, high !== undefined);
}

/** IndexedDB throws for an empty range. A list returns an empty page instead. */
function isEmptyRange(query: ListQuery): boolean {
  const [low, high] = ascendingCursors(query);
  return low !== undefined && high !== undefined && low >= high;
}

function ascendingCursors({ paginationOrder, before, after }: ListQuery) {
  return paginationOrder === 'asc' ? [after, before] : [before, after];
}
