import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { OWNERSHIP_FILTERS } from '../../../src/domain/enums.ts';
import { id, object } from '../../../src/domain/fields.ts';
import { toListQuery } from '../../../src/operations/inspections.ts';
import { responseToWire } from '../../../src/wire/key-case.ts';
import { toWirePath } from '../../../src/wire/query.ts';
import type { Route } from '../../../src/wire/routes.ts';
import { FLEET_OUTCOMES } from '../../store/fleet-row.ts';
import type { FleetQuery } from '../../store/fleet-rows.ts';
import { checkCursors } from '../check-cursors.ts';
import type { Call, Endpoint } from '../endpoint.ts';

/** A page of the list is small: each row shows a photo. */
const MAX_PAGE = 100;
const MAX_SEARCH = 100;
const MAX_WORDS = 8;

const filterQuery = {
  ownership_filter: 'text',
  outcome: 'text',
  min_severity: 'number',
  created_from: 'text',
  search: 'text',
} as const satisfies Route['query'];

/** Routes of the fleet page. They are not in the specification. */
export const FLEET_ROUTES = {
  list: {
    method: 'GET',
    path: '/fleet/inspections',
    query: { ...filterQuery, limit: 'number', after: 'text' },
  },
  summary: { method: 'GET', path: '/fleet/summary', query: filterQuery },
} as const satisfies Record<string, Route>;

const filters = {
  ownershipFilter: v.optional(v.picklist(OWNERSHIP_FILTERS), 'organization_resources'),
  outcome: v.optional(v.picklist(FLEET_OUTCOMES)),
  minSeverity: v.optional(v.picklist([1, 2, 3], '1, 2 or 3')),
  createdFrom: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp('a time in ISO 8601'),
      v.check(
        (text) => !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10)),
        'a time in ISO 8601 that exists',
      ),
    ),
  ),
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_SEARCH, `a text of at most ${MAX_SEARCH} characters`),
      v.check((text) => !text.includes('\u0000'), 'a text without U+0000'), // Postgres has none
      v.check((text) => toWords(text).length <= MAX_WORDS, `at most ${MAX_WORDS} words`),
    ),
  ),
};
export const summarySchema = object(filters);
export const listSchema = object({
  ...filters,
  after: v.optional(id),
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer('a whole number'),
      v.minValue(1, 'at least 1'),
      v.maxValue(MAX_PAGE, `at most ${MAX_PAGE}`),
    ),
    20,
  ),
});

/** Lists inspections as the fleet page shows them, newest first. `total` counts all that match. */
export const list: Endpoint = {
  access: 'read',
  async handle({ query, identity, store }) {
    await checkCursors(query, async (cursor) => (await store.loadReadable(cursor)) !== undefined);
    const options = check(listSchema, query, 'options');
    const fleetQuery = toFleetQuery(options, identity);
    const page = await store.listFleet(fleetQuery);
    const { inspections: total } = await store.summarizeFleet(fleetQuery);
    const after = page.more.after ? page.records.at(-1)?.id : undefined;
    const next = after === undefined ? null : toWirePath(FLEET_ROUTES.list, {}, { ...options, after });
    return { data: page.records.map((row) => responseToWire(row)), total, paging: { next } };
  },
};

/** Counts the inspections that match the filters, and adds their costs. */
export const summary: Endpoint = {
  access: 'read',
  async handle({ query, identity, store }) {
    const options = { ...check(summarySchema, query, 'options'), limit: 1 };
    const { costs, ...counts } = await store.summarizeFleet(toFleetQuery(options, identity));
    return { ...counts, costs: Object.entries(costs).map(([currency, amount]) => ({ currency, amount })) };
  },
};

type FleetOptions = v.InferOutput<typeof summarySchema> & { limit: number; after?: string | undefined };

function toFleetQuery(
  { ownershipFilter, outcome, minSeverity, createdFrom, search = '', limit, after }: FleetOptions,
  identity: Call['identity'],
): FleetQuery {
  const page = { limit, ...(after && { after }), paginationOrder: 'desc' as const };
  return {
    ...toListQuery({ ...page, ownershipFilter, showDeleted: false, verbose: 0 }, identity),
    ...(outcome && { outcome }),
    ...(minSeverity && { minSeverity }),
    ...(createdFrom && { createdFrom }),
    words: toWords(search),
  };
}

/** A month has fewer days than 31 in some cases, which the pattern of a time does not know. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function toWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
