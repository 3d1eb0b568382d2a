import * as v from 'valibot';
import type { Checked } from './check.ts';
import { PAGINATION_ORDERS } from './enums.ts';
import { id, object } from './fields.ts';
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

export const listOptions = object(pageOptions);
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

/** Only `before`: the page is the one that ends next to the cursor, not the first of the list. */
export function readsBackwards(options: Pick<ListOptions, 'before' | 'after'>): boolean {
  return options.before !== undefined && options.after === undefined;
}

/**
 * Whether there is more on each side. A cursor names a record that was listed once,
 * so on its side there always is.
 */
export function moreAround(options: ListOptions, overflow: boolean): Slice<never>['more'] {
  const backwards = readsBackwards(options);
  return {
    before: options.after !== undefined || (backwards && overflow),
    after: options.before !== undefined || (!backwards && overflow),
  };
}

/**
 * Cuts a page out of records sorted by id, ascending. `after` and `before` mean "further down" and
 * "further up" the list as it is shown, so with `desc` what comes after a record is older than it.
 */
export function slice<T extends { id: string }>(ascending: readonly T[], options: ListOptions): Slice<T> {
  const { after, before, limit } = options;
  const listed = options.paginationOrder === 'asc' ? ascending : ascending.toReversed();
  const isPast = options.paginationOrder === 'asc' ? isGreater : isLess;
  const inside = listed.filter(
    ({ id }) => (after === undefined || isPast(id, after)) && (before === undefined || isPast(before, id)),
  );
  const records = readsBackwards(options) ? inside.slice(-limit) : inside.slice(0, limit);
  return { records, more: moreAround(options, inside.length > limit) };
}

/** What a page says of its neighbours, which are asked for as this one was: filters and all. */
export function paging(page: Slice<{ id: string }>, path: string, options: ListOptions): Paging {
  const [first, last] = [page.records[0]?.id, page.records.at(-1)?.id];
  const { before: _, after: __, ...asked } = options;
  const link = (cursor: 'before' | 'after', value: string) => {
    const given = Object.entries({ ...asked, [cursor]: value }).filter(([, one]) => one !== undefined);
    return `${path}?${given.map(([key, one]) => `${inQuery(key)}=${one}`).join('&')}`;
  };
  return {
    cursors: { ...(first && { before: first }), ...(last && { after: last }) },
    previous: first && page.more.before ? link('before', first) : null,
    next: last && page.more.after ? link('after', last) : null,
  };
}

const inQuery = (key: string) => key.replace(/[A-Z]/, (sign) => `_${sign.toLowerCase()}`);
const isGreater = (a: string, b: string) => a > b;
const isLess = (a: string, b: string) => a < b;
