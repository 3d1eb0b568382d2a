import { findMore, isBackwards, type Slice } from '../../src/domain/paging.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { ListQuery } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';

/** One page, read in the direction that makes it the first `limit` rows, and one row more to know what lies beyond. */
export async function listRows(queries: Queries, query: ListQuery): Promise<Slice<InspectionState>> {
  const { conditions, values } = filtersOf(query);
  const ascending = (query.paginationOrder === 'asc') !== isBackwards(query);
  const rows = await queries.query<{ state: InspectionState }>(
    `select state from inspections where ${conditions}
     order by id ${ascending ? 'asc' : 'desc'} limit $${values.length + 1}`,
    [...values, query.limit + 1],
  );
  const page = rows.slice(0, query.limit);
  if (isBackwards(query)) page.reverse();
  return { records: page.map(({ state }) => state), more: findMore(query, rows.length > query.limit) };
}

export async function countRows(queries: Queries, query: ListQuery): Promise<number> {
  const { conditions, values } = filtersOf(query);
  const [row] = await queries.query<{ total: number }>(
    `select count(*)::integer as total from inspections where ${conditions}`,
    values,
  );
  return row?.total ?? 0;
}

/** The texts here are this file's own; whatever a caller says is a value. */
function filtersOf(query: ListQuery): { conditions: string; values: unknown[] } {
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
  const [further, nearer] = paginationOrder === 'asc' ? ['>', '<'] : ['<', '>'];
  if (after !== undefined) add(`id ${further}`, after);
  if (before !== undefined) add(`id ${nearer}`, before);
  return { conditions: conditions.join(' and ') || 'true', values };
}
