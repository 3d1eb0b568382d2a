import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';
import { createPaging, type ListOptions, listSchema, slicePage } from './paging.ts';

const record = fc.integer({ min: 100, max: 140 }).map((n) => ({ id: `${n}` }));
const records = fc.uniqueArray(record, { selector: ({ id }) => id }).map((list) => list.toSorted(byId));
const order = fc.constantFrom('asc' as const, 'desc' as const);
const limit = fc.integer({ min: 1, max: 10 });

describe('paging', () => {
  test('defaults to 100 records, newest first', () => {
    expect(check(listSchema, {}, 'options')).toEqual({ limit: 100, paginationOrder: 'desc' });
  });

  test('returns every record once, in order, when you follow the next cursors', () => {
    fc.assert(
      fc.property(records, order, limit, (ascending, paginationOrder, size) => {
        const ids: string[] = [];
        let options: ListOptions = { limit: size, paginationOrder } as ListOptions;
        for (;;) {
          const page = slicePage(ascending, options);
          ids.push(...page.records.map(({ id }) => id));
          const { cursors, next } = createPaging(page, '/list', options);
          expect(page.records.length).toBeLessThanOrEqual(size);
          if (next === null) break;
          options = { ...options, after: cursors.after ?? '' };
        }
        expect(ids).toEqual(listed(ascending, paginationOrder));
      }),
    );
  });

  test('returns the same records backwards from the end', () => {
    fc.assert(
      fc.property(records, order, limit, (ascending, paginationOrder, size) => {
        const ids: string[] = [];
        let options = {
          limit: size,
          paginationOrder,
          before: paginationOrder === 'asc' ? '~' : '',
        } as ListOptions;
        for (;;) {
          const page = slicePage(ascending, options);
          ids.unshift(...page.records.map(({ id }) => id));
          const { cursors, previous } = createPaging(page, '/list', options);
          if (previous === null) break;
          options = { ...options, before: cursors.before ?? '' };
        }
        expect(ids).toEqual(listed(ascending, paginationOrder));
      }),
    );
  });

  test('does not change while records are added', () => {
    fc.assert(
      fc.property(records, records, limit, (before, more, size) => {
        const options = { limit: size, paginationOrder: 'desc' } as ListOptions;
        const first = slicePage(before, options);
        const after = first.records.at(-1)?.id;
        if (after === undefined) return;
        const newest = before.at(-1)?.id ?? '';
        const added = more.filter(({ id }) => id > newest);
        const rest = (list: { id: string }[]) => slicePage(list, { ...options, after }).records;
        expect(rest([...before, ...added])).toEqual(rest(before));
      }),
    );
  });

  test('links to its neighbours with the same options', () => {
    const options = { limit: 1, paginationOrder: 'asc', after: '1' } as ListOptions;
    const page = slicePage([{ id: '1' }, { id: '2' }, { id: '3' }], options);
    expect(createPaging(page, '/list', options)).toEqual({
      cursors: { before: '2', after: '2' },
      previous: '/list?limit=1&pagination_order=asc&before=2',
      next: '/list?limit=1&pagination_order=asc&after=2',
    });
  });

  test('keeps the filters in its links and leaves out absent ones', () => {
    const filters = { ownershipFilter: 'all_resources', inspectionStatus: undefined, showDeleted: false };
    const options = { limit: 1, paginationOrder: 'desc', ...filters } as ListOptions;
    const page = slicePage([{ id: '1' }, { id: '2' }], options);
    expect(createPaging(page, '/list', options).next).toBe(
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
