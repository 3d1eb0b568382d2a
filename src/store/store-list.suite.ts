import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitOf, stateOf } from '../../test/fixtures/databases/records.ts';
import { INSPECTION_STATUSES, type InspectionStatus, type ProgressStatus } from '../domain/enums.ts';
import type { InspectionState } from '../rules/state.ts';
import { NO_ORGANIZATION } from './inspection-row.ts';
import type { ListQuery, Scope, Store } from './store.ts';
import type { Using } from './store-commit.suite.ts';

/** Compares `list` with a simple model: all records, filtered, sorted and cut. */
export function listContract(using: Using): void {
  test('returns what filtering and sorting all records returns', () =>
    fc.assert(
      fc.asyncProperty(records, queries, (all, requests) =>
        using(async (store) => {
          await insert(store, all);
          for (const request of requests) {
            const query = withCursors(request, all);
            const page = await store.list(query);
            expect({ ids: page.records.map(idOf), more: page.more }).toEqual(modelList(all, query));
          }
        }),
      ),
      { numRuns: 40 },
    ));

  test('pages read forwards, then backwards, contain every record exactly once, in order', () =>
    fc.assert(
      fc.asyncProperty(records, filters, fc.integer({ min: 1, max: 5 }), (all, filter, limit) =>
        using(async (store) => {
          await insert(store, all);
          const expected = modelList(all, { ...filter, limit: all.length + 1 }).ids;
          expect(await walk(store, { ...filter, limit }, 'after')).toEqual(expected);
          // Backwards from after the last record: every id is between these two characters.
          const end = filter.paginationOrder === 'asc' ? '~' : '!';
          const back = await walk(store, { ...filter, limit, before: end }, 'before');
          expect(back).toEqual(expected);
        }),
      ),
      { numRuns: 20 },
    ));

  test('pages stay stable while records are added: none is repeated, none is missed', () =>
    fc.assert(
      fc.asyncProperty(
        records,
        records,
        filters,
        fc.integer({ min: 1, max: 4 }),
        (before, added, filter, limit) =>
          using(async (store) => {
            await insert(store, before);
            const toAdd = added.filter(({ id }) => !before.some((one) => one.id === id));
            const addOne = async () => {
              const next = toAdd.pop();
              if (next) await insert(store, [next]);
            };
            const shown = await walk(store, { ...filter, limit }, 'after', addOne);
            expect(new Set(shown).size).toBe(shown.length);
            expect(shown).toEqual(shown.toSorted(inOrder(filter)));
            const { ids } = modelList(before, { ...filter, limit: before.length + 1 });
            expect(shown).toEqual(expect.arrayContaining(ids));
          }),
      ),
      { numRuns: 20 },
    ));

  test('a record moves between lists when its status, owner or deletion changes', () =>
    using(async (store) => {
      const open: ListQuery = { scope: 'all', includeDeleted: false, limit: 10, paginationOrder: 'asc' };
      const ids = async (query: Partial<ListQuery>) =>
        (await store.list({ ...open, ...query })).records.map(idOf);
      await store.commit(commitOf(stateOf('a', { ownerId: 'ada', organizationId: 'fleet' })));
      await store.commit(
        commitOf(stateOf('a', { ownerId: 'bob', organizationId: 'claims', task: 'DONE' }), {
          expectedVersion: 1,
        }),
      );
      expect(await ids({ scope: { ownerId: 'ada' } })).toEqual([]);
      expect(await ids({ scope: { ownerId: 'bob' } })).toEqual(['a']);
      expect(await ids({ scope: { organizationId: 'fleet' } })).toEqual([]);
      expect(await ids({ scope: { organizationId: 'claims' } })).toEqual(['a']);
      expect(await ids({ status: 'NOT_STARTED' })).toEqual([]);
      expect(await ids({ status: 'DONE' })).toEqual(['a']);
      await store.commit(commitOf(stateOf('a', { deleted: true }), { expectedVersion: 2 }));
      expect(await ids({})).toEqual([]);
      expect(await ids({ includeDeleted: true })).toEqual(['a']);
    }));

  test('returns copies of whole states', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a', { note: 'as committed' })));
      const query: ListQuery = { scope: 'all', includeDeleted: true, limit: 1, paginationOrder: 'asc' };
      const [first] = (await store.list(query)).records;
      expect(first).toEqual(stateOf('a', { note: 'as committed' }));
      if (first) first.inspection.accidentNature = 'changed';
      expect((await store.list(query)).records).toEqual([stateOf('a', { note: 'as committed' })]);
    }));
}

interface Listed {
  id: string;
  ownerId: string;
  organizationId: string;
  task: ProgressStatus;
  deleted: boolean;
}

const OWNERS = ['ada', 'bob'];
const ORGANIZATIONS = [NO_ORGANIZATION, 'claims', 'fleet'];
const STATUS_OF: Record<ProgressStatus, InspectionStatus> = {
  NOT_STARTED: 'NOT_STARTED',
  TODO: 'IN_PROGRESS',
  IN_PROGRESS: 'IN_PROGRESS',
  IN_REVIEW: 'IN_PROGRESS',
  DONE: 'DONE',
  ERROR: 'ERROR',
  ABORTED: 'ERROR',
  VALIDATED: 'VALIDATED',
};

/** Ids that the API accepts, including short ones with common prefixes. They sort by character. */
const ids = fc.oneof(fc.uuid(), fc.stringMatching(/^[aA0_.:-]{1,3}$/));

const records: fc.Arbitrary<Listed[]> = fc.uniqueArray(
  fc.record({
    id: ids,
    ownerId: fc.constantFrom(...OWNERS),
    organizationId: fc.constantFrom(...ORGANIZATIONS),
    task: fc.constantFrom(...(Object.keys(STATUS_OF) as ProgressStatus[])),
    deleted: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 14 },
);

const scopes: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>('all'),
  fc.constantFrom(...OWNERS).map((ownerId) => ({ ownerId })),
  fc.constantFrom(...ORGANIZATIONS).map((organizationId) => ({ organizationId })),
);

type Filter = Omit<ListQuery, 'limit' | 'before' | 'after'>;

const filters: fc.Arbitrary<Filter> = fc
  .record({
    scope: scopes,
    status: fc.option(fc.constantFrom(...INSPECTION_STATUSES), { nil: undefined }),
    includeDeleted: fc.boolean(),
    paginationOrder: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .map(({ status, ...rest }) => ({ ...rest, ...(status && { status }) }));

/** A cursor is the index of a record, or an id that no record has. */
const cursors = fc.option(fc.oneof(fc.nat({ max: 13 }), ids), { nil: undefined });
const queries = fc.array(
  fc.record({ filter: filters, limit: fc.integer({ min: 1, max: 16 }), before: cursors, after: cursors }),
  { minLength: 1, maxLength: 8 },
);
type ListRequest = typeof queries extends fc.Arbitrary<(infer One)[]> ? One : never;

function withCursors({ filter, limit, before, after }: ListRequest, all: readonly Listed[]): ListQuery {
  const idAt = (cursor: number | string | undefined) =>
    typeof cursor === 'number' ? all[cursor % Math.max(1, all.length)]?.id : cursor;
  const [upper, lower] = [idAt(before), idAt(after)];
  return {
    ...filter,
    limit,
    ...(upper !== undefined && { before: upper }),
    ...(lower !== undefined && { after: lower }),
  };
}

function modelList(all: readonly Listed[], query: ListQuery) {
  const { scope, status, includeDeleted, limit, before, after } = query;
  const compare = inOrder(query);
  const inside = all
    .filter(({ ownerId }) => scope === 'all' || !('ownerId' in scope) || scope.ownerId === ownerId)
    .filter(
      ({ organizationId }) =>
        scope === 'all' || !('organizationId' in scope) || scope.organizationId === organizationId,
    )
    .filter(({ deleted }) => includeDeleted || !deleted)
    .filter(({ task }) => status === undefined || STATUS_OF[task] === status)
    .map(({ id }) => id)
    .toSorted(compare)
    .filter((id) => after === undefined || compare(id, after) > 0)
    .filter((id) => before === undefined || compare(id, before) < 0);
  const isLastPage = before !== undefined && after === undefined;
  const overflows = inside.length > limit;
  return {
    ids: isLastPage ? inside.slice(-limit) : inside.slice(0, limit),
    more: {
      before: after !== undefined || (isLastPage && overflows),
      after: before !== undefined || (!isLastPage && overflows),
    },
  };
}

/** Follows the cursors to the last page on one side. */
async function walk(
  store: Store,
  query: ListQuery,
  side: 'before' | 'after',
  betweenPages: () => Promise<void> = async () => {},
): Promise<string[]> {
  const shown: string[] = [];
  let next: ListQuery | undefined = query;
  while (next) {
    const page: Awaited<ReturnType<Store['list']>> = await store.list(next);
    const pageIds = page.records.map(idOf);
    expect(pageIds.length).toBeLessThanOrEqual(query.limit);
    if (side === 'after') shown.push(...pageIds);
    else shown.unshift(...pageIds);
    const cursor = side === 'after' ? pageIds.at(-1) : pageIds[0];
    next = page.more[side] && cursor !== undefined ? { ...query, [side]: cursor } : undefined;
    await betweenPages();
  }
  return shown;
}

async function insert(store: Store, all: readonly Listed[]): Promise<void> {
  for (const { id, organizationId, ...rest } of all) {
    const state = stateOf(id, {
      ...rest,
      ...(organizationId !== NO_ORGANIZATION && { organizationId }),
    });
    expect(await store.commit(commitOf(state))).toBe(true);
  }
}

function inOrder({ paginationOrder }: Pick<ListQuery, 'paginationOrder'>) {
  const direction = paginationOrder === 'asc' ? 1 : -1;
  return (one: string, other: string) => (one === other ? 0 : one < other ? -direction : direction);
}

const idOf = ({ inspection }: InspectionState) => inspection.id;
