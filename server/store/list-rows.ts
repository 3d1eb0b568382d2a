import { findMore, isBackwards, type Slice } from '../../src/domain/paging.ts';
import type { ListQuery } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { readState, type StateRow, type StoredState } from './stored-state.ts';

/** Returns one page. Reads in the direction of the page, and one row more to know whether there is a next page. */
export async function listRows(queries: Queries, query: ListQuery): Promise<Slice<StoredState>> {
  const { conditions, values } = createFilters(query);
  const ascending = (query.paginationOrder === 'asc') !== isBackwards(query);
  const rows = await queries.query<StateRow>(
    `select state, kept from inspections where ${conditions}
     order by id ${ascending ? 'asc' : 'desc'} limit $${values.length + 1}`,
    [...values, query.limit + 1],
  );
  const page = rows.slice(0, query.limit);
  if (isBackwards(query)) page.reverse();
  return { records: page.map(readState), more: findMore(query, rows.length > query.limit) };
}

/** Returns the number of inspections that match the filters. */
export async function countRows(queries: Queries, query: ListQuery): Promise<number> {
  const { conditions, values } = createFilters(query);
  const [row] = await queries.query<{ total: number }>(
    `select count(*)::integer as total from inspections where ${conditions}`,
    values,
  );
  return row?.total ?? 0;
}

/** The SQL texts are constants of this file. Input from callers is passed as values only. */
export function createFilters(query: ListQuery): { conditions: string; values: unknown[] } {
  const { scope, status, includeDeleted, before, after, paginationOrder } = query;
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  if (scope !== 'all') {
    if ('ownerId' in scope) add('owner_id =', scope.ownerId);
    else add('organization_id =', scope.organizationId);
  }
  if (!includeDeleted) conditions.push('not deleted');
  if (status !== undefined) add('status =', status);
  const [later, earlier] = paginationOrder === 'asc' ? ['>', '<'] : ['<', '>'];
  if (after !== undefined) add(`id ${later}`, after);
  if (before !== undefined) add(`id ${earlier}`, before);
  return { conditions: conditions.join(' and ') || 'true', values };
}
