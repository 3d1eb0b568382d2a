import { findMore, type Slice } from '../../src/domain/paging.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { ListQuery } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import {
  type FleetOutcome,
  type FleetRow,
  readFleetRow,
  toFleetOutcome,
  toFleetRow,
  toSearchText,
} from './fleet-row.ts';
import { createFilters } from './list-rows.ts';

/** Filters of the fleet page. One that is left out matches all. */
export interface FleetFilter {
  outcome?: FleetOutcome;
  /** The least severity. */
  minSeverity?: number;
  /** ISO 8601. */
  createdFrom?: string;
  /** Words in lower case, each of which the search text contains, or which is the inspection's id. */
  words?: readonly string[];
}
export type FleetQuery = ListQuery & FleetFilter;

/** Sums of the inspections that match a query. */
export interface FleetSummary {
  inspections: number;
  damaged: number;
  /** In minor units, by currency. */
  costs: Record<string, number>;
}

/** The columns of an inspection that the fleet page reads, with their types. `state` is not read: it can be megabytes. */
export const FLEET_COLUMNS = {
  fleet_row: 'json',
  outcome: 'text',
  severity: 'smallint',
  created_at: 'timestamptz',
  cost_amount: 'bigint',
  cost_currency: 'text',
  search_text: 'text',
};

/** The column `outcome`. In rows of version 0.2, `clean` means that a model found nothing. */
const STORED_OUTCOMES: Record<FleetOutcome, string> = {
  damaged: 'damaged',
  nothingFound: 'nothingFound',
  clean: 'confirmedClean',
  open: 'open',
  failed: 'failed',
};

/** Returns the values of `FLEET_COLUMNS`. */
export function toFleetValues(state: InspectionState): unknown[] {
  const row = toFleetRow(state);
  const { outcome, severity, createdAt, cost } = row;
  return [
    JSON.stringify(row),
    STORED_OUTCOMES[toFleetOutcome(outcome)],
    severity,
    createdAt,
    cost?.amount ?? null,
    cost?.currency ?? null,
    toSearchText(state),
  ];
}

/** Returns a page of rows, newest first. */
export async function listFleetRows(queries: Queries, query: FleetQuery): Promise<Slice<FleetRow>> {
  const { conditions, values } = createFleetFilters(query);
  const rows = await queries.query<{ fleet_row: FleetRow }>(
    `select fleet_row from inspections where ${conditions} order by id desc limit $${values.length + 1}`,
    [...values, query.limit + 1],
  );
  return {
    records: rows.slice(0, query.limit).map(({ fleet_row }) => readFleetRow(fleet_row)),
    more: findMore(query, rows.length > query.limit),
  };
}

/** Counts the inspections that match, and adds their costs. The page of the query makes no difference. */
export async function summarizeFleet(
  queries: Queries,
  { before: _before, after: _after, ...query }: FleetQuery,
): Promise<FleetSummary> {
  const { conditions, values } = createFleetFilters(query);
  const rows = await queries.query<{
    currency: string | null;
    inspections: number;
    damaged: number;
    amount: number;
  }>(
    `select cost_currency as currency, count(*)::integer as inspections,
            count(*) filter (where outcome = 'damaged')::integer as damaged,
            coalesce(sum(cost_amount), 0)::float8 as amount
     from inspections where ${conditions} group by cost_currency order by cost_currency`,
    values,
  );
  return {
    inspections: rows.reduce((sum, row) => sum + row.inspections, 0),
    damaged: rows.reduce((sum, row) => sum + row.damaged, 0),
    costs: Object.fromEntries(
      rows.flatMap(({ currency, amount }) => (currency === null ? [] : [[currency, amount]])),
    ),
  };
}

/** The SQL texts are constants of this file. Input from callers is passed as values only. */
function createFleetFilters(query: FleetQuery): { conditions: string; values: unknown[] } {
  const { outcome, minSeverity, createdFrom, words = [] } = query;
  const { conditions, values } = createFilters(query);
  const all = [conditions];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    all.push(condition(`$${values.length}`));
  };
  if (outcome === 'nothingFound')
    add((value) => `outcome = any (${value}::text[])`, [STORED_OUTCOMES.nothingFound, 'clean']);
  else if (outcome !== undefined) add((value) => `outcome = ${value}`, STORED_OUTCOMES[outcome]);
  if (minSeverity !== undefined) add((value) => `severity >= ${value}`, minSeverity);
  // As a number: Postgres rejects some times of ISO 8601, for example in the year 0.
  if (createdFrom !== undefined)
    add((value) => `created_at >= to_timestamp(${value}::float8)`, Date.parse(createdFrom) / 1000);
  for (const word of words) add((value) => `(position(${value} in search_text) > 0 or id = ${value})`, word);
  return { conditions: all.join(' and '), values };
}

const BATCH = 200;

/** Fills the columns of inspections that an earlier version stored. */
export async function fillFleetColumns(queries: Queries): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await queries.query<{ id: string; state: InspectionState }>(
      'select id, state from inspections where id > $1 order by id limit $2',
      [after, BATCH],
    );
    const assignments = Object.keys(FLEET_COLUMNS)
      .map((column, index) => `${column} = $${index + 2}`)
      .join(', ');
    for (const { id, state } of rows)
      await queries.query(`update inspections set ${assignments} where id = $1`, [
        id,
        ...toFleetValues(state),
      ]);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
