import type { JsonObject } from '../../src/domain/fields.ts';
import { createNextRow } from '../../src/store/inspection-row.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { type CallbackHeaders, splitCallbackHeaders } from './callback-headers.ts';
import { COLUMNS, toRowValues } from './write-commit.ts';

/** A request with an Idempotency-Key. A repetition with the same key gets the first response. */
export interface KeyedRequest {
  userId: string;
  key: string;
  hash: string;
}

/** An inspection to be created, as rows. */
export interface NewInspection {
  id: string;
  request: KeyedRequest;
  /** The values of `GIVEN`, as text. */
  values: readonly (string | null)[];
  headers: readonly CallbackHeaders[];
  /** Characters of all values. */
  size: number;
}

/**
 * What became of a new inspection: `written`; `known` if its key was used; `busy` if another transaction holds its key, so that
 * it would have to wait.
 */
export type NewInspectionOutcome = 'written' | 'known' | 'busy';

/** Returns the rows of an inspection without photos, and of the response to the request that creates it. */
export function toNewInspection(request: KeyedRequest, body: JsonObject, commit: Commit): NewInspection {
  const { state, headers } = splitCallbackHeaders(commit.state);
  const row = createNextRow(undefined, { ...commit, state });
  if (!row) throw new Error('A new inspection has a version.');
  const inspection = toRowValues(row).map((value) => (value === null ? null : String(value)));
  const values = [request.userId, request.key, request.hash, JSON.stringify(body), ...inspection];
  const size = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  return { id: row.id, request, values, headers, size };
}

/**
 * Writes inspections and the responses to their requests in one statement: all of those whose key is free, or none if it fails.
 * Its text does not depend on their number, so it is prepared once.
 *
 * Keys are locked first. A key that another transaction holds would make the requests of all other users wait for it: by
 * default it is left out.
 *
 * @param inspections - With different keys. Fewer than `max_locks_per_transaction` of Postgres, which is 64.
 * @param waits - Waits for keys that other transactions hold. Use it for one inspection.
 * @returns the outcome of each inspection.
 */
export async function writeNewInspections(
  queries: Queries,
  inspections: readonly NewInspection[],
  { waits = false } = {},
): Promise<NewInspectionOutcome[]> {
  const columns = GIVEN.map((_, index) => inspections.map(({ values }) => values[index] ?? null));
  const headers = inspections.flatMap((one) =>
    one.headers.map(({ taskName, position, headers: secrets }) => [
      one.id,
      taskName,
      String(position),
      JSON.stringify(secrets),
    ]),
  );
  const headerColumns = [0, 1, 2, 3].map((index) => headers.map((row) => row[index]));
  const left = await queries.query<{ id: string; is_free: boolean }>(
    headers.length === 0 ? STATEMENT : STATEMENT_WITH_HEADERS,
    [waits, ...columns, ...(headers.length === 0 ? [] : headerColumns)],
    { isPrepared: true },
  );
  const outcomes = new Map(left.map(({ id, is_free }) => [id, is_free ? 'known' : 'busy'] as const));
  return inspections.map(({ id }) => outcomes.get(id) ?? 'written');
}

/** Returns the expression that locks a key until the transaction ends. It is true. */
export function lockKey(user: string, key: string): string {
  return `pg_advisory_xact_lock(${hashKey(user, key)}) is not null`;
}

function tryLockKey(user: string, key: string): string {
  return `pg_try_advisory_xact_lock(${hashKey(user, key)})`;
}

/** Two keys with one hash only wait for each other. */
function hashKey(user: string, key: string): string {
  return `hashtextextended(${user} || ' ' || ${key}, 0)`;
}

/** What is passed for each inspection. `commits` has one: an array of arrays would not be a column. */
const GIVEN = ['user_id', 'key', 'request_hash', 'body', ...Object.keys(COLUMNS)];
const HEADER_COLUMNS = ['inspection_id', 'task_name', 'position', 'headers'];

const STATEMENT = createStatement(false);
const STATEMENT_WITH_HEADERS = createStatement(true);

function createStatement(hasHeaders: boolean): string {
  const lists = (count: number, after: number) =>
    Array.from({ length: count }, (_, index) => `$${after + index + 1}::text[]`).join(', ');
  const values = Object.entries(COLUMNS).map(([column, type]) =>
    column === 'commits' ? 'array[given.commits]' : `given.${column}::${type}`,
  );
  const callbackHeaders = `, callback_header as (
    insert into callback_headers (${HEADER_COLUMNS.join(', ')})
    select added.inspection_id, added.task_name, added.position::integer, added.headers::json
    from unnest(${lists(HEADER_COLUMNS.length, 1 + GIVEN.length)}) as added (${HEADER_COLUMNS.join(', ')})
    join inspection on inspection.id = added.inspection_id
  )`;
  return `with given as materialized (
    select one.*, case when $1::boolean then ${lockKey('user_id', 'key')} else ${tryLockKey('user_id', 'key')} end as is_free
    from unnest(${lists(GIVEN.length, 1)}) as one (${GIVEN.join(', ')})
  ), claim as (
    insert into responses (user_id, key, request_hash, body)
    select user_id, key, request_hash, body::json from given where is_free
    on conflict do nothing returning user_id, key
  ), inspection as (
    insert into inspections (${Object.keys(COLUMNS).join(', ')})
    select ${values.join(', ')} from given join claim using (user_id, key) returning id
  )${hasHeaders ? callbackHeaders : ''}
  select given.id, is_free from given left join inspection using (id) where inspection.id is null`;
}
