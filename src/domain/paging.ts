import * as v from 'valibot';
import type { Checked } from './check.ts';
import { PAGINATION_ORDERS, type PaginationOrder } from './enums.ts';
import { id, object } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Options of lists. Cursors are record ids: a page does not change while records are added. */
export interface ListInput {
  /**
   * The number of records, 1 to 500.
   *
   * @default 100
   */
  limit?: number | undefined;
  /** Returns the records before this id, in list order. */
  before?: string | undefined;
  /** Returns the records after this id, in list order. */
  after?: string | undefined;
  /**
   * `desc` lists the newest first.
   *
   * @default 'desc'
   */
  paginationOrder?: PaginationOrder | undefined;
}

/** The position of a page in its list. */
export interface Paging {
  /** Ids of the first and last record of this page. Absent if the page is empty. */
  cursors: { before?: string; after?: string };
  /** Path and query of the page before this one. Null if this is the first. */
  previous: string | null;
  /** Path and query of the page after this one. Null if this is the last. */
  next: string | null;
}

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

export const listSchema = object(pageOptions);
export type ListOptions = Checked<typeof listSchema>;

/** The records of a page in list order, and whether there are more on each side. */
export interface Slice<T> {
  records: T[];
  more: { before: boolean; after: boolean };
}

/** Returns true if only `before` is given: the page then ends at the cursor. */
export function isBackwards(options: Pick<ListOptions, 'before' | 'after'>): boolean {
  return options.before !== undefined && options.after === undefined;
}

/**
 * Returns whether there are more records on each side. On a cursor's side there always are: the cursor is a record of the
 * neighbouring page.
 *
 * @param overflow - True if more records matched than the page holds.
 */
export function findMore(options: ListOptions, overflow: boolean): Slice<never>['more'] {
  const backwards = isBackwards(options);
  return {
    before: options.after !== undefined || (backwards && overflow),
    after: options.before !== undefined || (!backwards && overflow),
  };
}

/**
 * Returns a page of records that are sorted by id, ascending.
 *
 * `after` and `before` refer to the order of the list: with `desc`, the records after a record are older.
 */
export function slicePage<T extends { id: string }>(ascending: readonly T[], options: ListOptions): Slice<T> {
  const { after, before, limit } = options;
  const listed = options.paginationOrder === 'asc' ? ascending : ascending.toReversed();
  const isPast = options.paginationOrder === 'asc' ? isGreater : isLess;
  const matching = listed.filter(
    ({ id }) => (after === undefined || isPast(id, after)) && (before === undefined || isPast(before, id)),
  );
  const records = isBackwards(options) ? matching.slice(-limit) : matching.slice(0, limit);
  return { records, more: findMore(options, matching.length > limit) };
}

/** Returns cursors and links of a page. The links keep its filters. */
export function createPaging(page: Slice<{ id: string }>, path: string, options: ListOptions): Paging {
  const [first, last] = [page.records[0]?.id, page.records.at(-1)?.id];
  const { before: _, after: __, ...filters } = options;
  const link = (cursor: 'before' | 'after', value: string) => {
    const parameters = Object.entries({ ...filters, [cursor]: value }).filter(
      ([, parameter]) => parameter !== undefined,
    );
    return `${path}?${parameters.map(([key, parameter]) => `${toQueryName(key)}=${parameter}`).join('&')}`;
  };
  return {
    cursors: { ...(first && { before: first }), ...(last && { after: last }) },
    previous: first && page.more.before ? link('before', first) : null,
    next: last && page.more.after ? link('after', last) : null,
  };
}

const toQueryName = (key: string) => key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const isGreater = (a: string, b: string) => a > b;
const isLess = (a: string, b: string) => a < b;
