import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';
import { type ListOptions, listOptions, paging, slice } from './paging.ts';

const record = fc.integer({ min: 100, max: 140 }).map((n) => ({ id: `${n}` }));
const records = fc.uniqueArray(record, { selector: ({ id }) => id }).map((list) => list.toSorted(byId));
const order = fc.constantFrom('asc' as const, 'desc' as const);
const limit = fc.integer({ min: 1, max: 10 });

describe('a page', () => {
  test('is 100 records, newest first, unless told otherwise', () => {
    expect(check(listOptions, {}, 'options')).toEqual({ limit: 100, paginationOrder: 'desc' });
  });

  test('leads to the next by its cursor, until every record was seen once, in order', () => {
    fc.assert(
      fc.property(records, order, limit, (ascending, paginationOrder, size) => {
        const seen: string[] = [];
        let options: ListOptions = { limit: size, paginationOrder } as ListOptions;
        for (;;) {
          const page = slice(ascending, options);
          seen.push(...page.records.map(({ id }) => id));
          const { cursors, next } = paging(page, '/list', options);
          expect(page.records.length).toBeLessThanOrEqual(size);
          if (next === null) break;
          options = { ...options, after: cursors.after ?? '' };
        }
        expect(seen).toEqual(listed(ascending, paginationOrder));
      }),
    );
  });

  test('walked backwards from the end shows the same records', () => {
    fc.assert(
      fc.property(records, order, limit, (ascending, paginationOrder, size) => {
        const seen: string[] = [];
        let options = {
          limit: size,
          paginationOrder,
          before: paginationOrder === 'asc' ? '~' : '',
        } as ListOptions;
        for (;;) {
          const page = slice(ascending, options);
          seen.unshift(...page.records.map(({ id }) => id));
          const { cursors, previous } = paging(page, '/list', options);
          if (previous === null) break;
          options = { ...options, before: cursors.before ?? '' };
        }
        expect(seen).toEqual(listed(ascending, paginationOrder));
      }),
    );
  });

  test('stays put while records are added', () => {
    fc.assert(
      fc.property(records, records, limit, (before, more, size) => {
        const options = { limit: size, paginationOrder: 'desc' } as ListOptions;
        const first = slice(before, options);
        const after = first.records.at(-1)?.id;
        if (after === undefined) return;
        const newest = before.at(-1)?.id ?? '';
        const added = more.filter(({ id }) => id > newest);
        const rest = (list: { id: string }[]) => slice(list, { ...options, after }).records;
        expect(rest([...before, ...added])).toEqual(rest(before));
      }),
    );
  });

  test('links to its neighbours with the options it was asked with', () => {
    const options = { limit: 1, paginationOrder: 'asc', after: '1' } as ListOptions;
    const page = slice([{ id: '1' }, { id: '2' }, { id: '3' }], options);
    expect(paging(page, '/list', options)).toEqual({
      cursors: { before: '2', after: '2' },
      previous: '/list?limit=1&pagination_order=asc&before=2',
      next: '/list?limit=1&pagination_order=asc&after=2',
    });
  });

  test('keeps the filters in its links, and leaves out what was not asked', () => {
    const filters = { ownershipFilter: 'all_resources', inspectionStatus: undefined, showDeleted: false };
    const options = { limit: 1, paginationOrder: 'desc', ...filters } as ListOptions;
    const page = slice([{ id: '1' }, { id: '2' }], options);
    expect(paging(page, '/list', options).next).toBe(
      '/list?limit=1&pagination_order=desc&ownership_filter=all_resources&show_deleted=false&after=2',
    );
  });
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function listed(ascending: { id: string }[], paginationOrder: 'asc' | 'desc'): string[] {
  const ids = ascending.map(({ id }) => id);
  return paginationOrder === 'asc' ? ids : ids.toReversed();
}
