import type { JsonObject } from '../../src/domain/fields.ts';
import { createNextRow } from '../../src/store/inspection-row.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { isValueError } from '../database/database-error.ts';
import { gatherWrites } from '../database/gather-writes.ts';
import { createMemoryBlobStore } from './blob-store.ts';
import { type CallbackHeaders, splitCallbackHeaders } from './callback-headers.ts';
import { hasFollowUps } from './follow-ups.ts';
import { PostgresStore } from './postgres-store.ts';
import { hashKey, type KeyedRequest, loadFirstResponse, lockKey } from './responses.ts';
import { COLUMNS, toRowValues } from './write-commit.ts';

/**
 * Writes a new inspection and the response to its request once per key. If the key was used, nothing is written: the first
 * response is returned.
 *
 * @throws `conflict` if the key was used for a different request.
 */
export type CreateOnce = (
  request: KeyedRequest,
  change: { body: JsonObject; commit: Commit },
) => Promise<{ response: JsonObject; isRepeated: boolean }>;

/**
 * A statement and its flush to disk cost about the same for one inspection and for many. Two statements at a time: while one
 * waits for the disk, the other one runs.
 */
const BATCHES = { maxRunning: 2, maxWrites: 32, maxSize: 256 * 1024 };

/** Returns the function that creates inspections. Requests that arrive while others are written share the next statement. */
export function gatherCreates(queries: Queries): CreateOnce {
  const write = gatherWrites((inspections: readonly NewInspection[]) => writeTogether(queries, inspections), {
    ...BATCHES,
    sizeOf: ({ size }) => size,
    keyOf: ({ request: { userId, key } }) => `${userId} ${key}`,
  });
  return async (request, { body, commit }) => {
    const inspection = toNewInspection(request, body, commit);
    const outcome = await write(inspection);
    const isWritten =
      outcome === 'busy' || outcome === 'alone'
        ? await writeAlone(queries, inspection)
        : outcome === 'written';
    if (isWritten) return { response: body, isRepeated: false };
    return { response: await loadFirstResponse(queries, request), isRepeated: true };
  };
}

/** If Postgres rejects the values of one inspection, nothing is written: then each is written alone, and only that one fails. */
async function writeTogether(
  queries: Queries,
  inspections: readonly NewInspection[],
): Promise<(NewInspectionOutcome | 'alone')[]> {
  try {
    return await writeNewInspections(queries, inspections);
  } catch (error) {
    if (inspections.length === 1 || !isValueError(error)) throw error;
    return inspections.map(() => 'alone');
  }
}

/** Returns false if the key was used. */
async function writeAlone(queries: Queries, inspection: NewInspection): Promise<boolean> {
  const [outcome] = await writeNewInspections(queries, [inspection], { waits: true });
  return outcome === 'written';
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
 * The outcome of a new inspection: `written`; `known` if its key was used; `busy` if another transaction holds its key, so that
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

function tryLockKey(user: string, key: string): string {
  return `pg_try_advisory_xact_lock(${hashKey(user, key)})`;
}

/** The parameters of each inspection. `commits` has one: an array of arrays would not be a column. */
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

const rejectQuery = () =>
  Promise.reject(new Error('A request that only creates an inspection has read or changed something else.'));

/** Rejects every statement. */
export const NO_QUERIES: Queries = { query: rejectQuery, transaction: rejectQuery };

/**
 * The store of a request that does nothing but create one inspection, without photos and work. It keeps the commit, to be written
 * with the response in one statement. Every other call fails.
 */
export class NewInspectionStore extends PostgresStore {
  #commit: Commit | undefined;

  constructor() {
    super(NO_QUERIES, createMemoryBlobStore());
  }

  /** The rows to write. */
  get created(): Commit {
    if (!this.#commit) throw new Error('The request has created no inspection.');
    return this.#commit;
  }

  override async commit(commit: Commit): Promise<boolean> {
    const isOnlyNew =
      commit.expectedVersion === 0 && commit.photos.length === 0 && !hasFollowUps(commit.state);
    if (this.#commit || !isOnlyNew) return rejectQuery();
    this.#commit = commit;
    return true;
  }
}
