import * as v from 'valibot';
import type { Checked } from './check.ts';
import { PAGINATION_ORDERS, type PaginationOrder } from './enums.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';

/** What both lists of the specification take. Cursors are record ids, so a page stays put while records are added. */
export const pageOptions = {
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer('a whole number'),
      v.minValue(1, 'at least 1'),
      v.maxValue(LIMITS.pageSize, `at most ${LIMITS.pageSize}`),
    ),
    100,
  ),
  before: v.optional(id),
  after: v.optional(id),
  paginationOrder: v.optional(v.picklist(PAGINATION_ORDERS), 'desc'),
};

export const listOptions = v.strictObject(pageOptions);
export type ListOptions = Checked<typeof listOptions>;
export type ListInput = v.InferInput<typeof listOptions>;

export interface Paging {
  /** Ids of the first and last record of this page; absent on an empty page. */
  cursors: { before?: string; after?: string };
  /** Path and query of the neighbouring page, or null where this page is the end. */
  previous: string | null;
  next: string | null;
}

/** One page as it was read: in listing order, and whether anything lies beyond either end. */
export interface Slice<T> {
  records: T[];
  more: { before: boolean; after: boolean };
}

/**
 * Cuts a page out of records sorted by id, ascending. `after` and `before` mean "further down" and
 * "further up" the list as it is shown, so with `desc` what comes after a record is older than it.
 */
export function slice<T extends { id: string }>(ascending: T[], options: ListOptions): Slice<T> {
  const listed = options.paginationOrder === 'asc' ? ascending : ascending.toReversed();
  const isPast = comparator(options.paginationOrder);
  const inside = listed.filter(
    (record) =>
      (options.after === undefined || isPast(record.id, options.after)) &&
      (options.before === undefined || isPast(options.before, record.id)),
  );
  // Walking back from a cursor wants the records next to it, not the first ones of the list.
  const backwards = options.before !== undefined && options.after === undefined;
  const records = backwards ? inside.slice(-options.limit) : inside.slice(0, options.limit);
  const [first, last] = [records[0], records.at(-1)];
  return {
    records,
    more: {
      before: first ? listed[0] !== first : false,
      after: last ? listed.at(-1) !== last : false,
    },
  };
}

export function paging(page: Slice<{ id: string }>, path: string, options: ListOptions): Paging {
  const [first, last] = [page.records[0]?.id, page.records.at(-1)?.id];
  const link = (cursor: 'before' | 'after', value: string) =>
    `${path}?limit=${options.limit}&pagination_order=${options.paginationOrder}&${cursor}=${value}`;
  return {
    cursors: { ...(first && { before: first }), ...(last && { after: last }) },
    previous: first && page.more.before ? link('before', first) : null,
    next: last && page.more.after ? link('after', last) : null,
  };
}

function comparator(order: PaginationOrder): (a: string, b: string) => boolean {
  return order === 'asc' ? (a, b) => a > b : (a, b) => a < b;
}
