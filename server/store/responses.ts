import type { JsonObject } from '../../src/domain/fields.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from '../database/database.ts';

/** A request with an Idempotency-Key. A repetition with the same key gets the first response. */
export interface KeyedRequest {
  userId: string;
  key: string;
  hash: string;
}

/**
 * Runs the work once per key, in the transaction of the work: key, response and change are committed together. Of two
 * concurrent requests the second waits for the first at the lock of the key. A failed request is not stored, so it can be
 * repeated with the same key.
 *
 * @throws `conflict` if the key was used for a different request.
 */
export async function runOnce(
  queries: Queries,
  { userId, key, hash }: KeyedRequest,
  work: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const claimed = await queries.query(
    `insert into responses (user_id, key, request_hash) select $1::text, $2::text, $3::text
     where ${lockKey('$1::text', '$2::text')} on conflict do nothing returning key`,
    [userId, key, hash],
    { isPrepared: true },
  );
  if (claimed.length === 0) return loadFirstResponse(queries, { userId, key, hash });
  const body = await work();
  await queries.query(
    'update responses set body = $3 where user_id = $1 and key = $2',
    [userId, key, JSON.stringify(body)],
    { isPrepared: true },
  );
  return body;
}

/**
 * Returns the response to the first request with this key.
 *
 * @throws `conflict` if that was a different request.
 */
export async function loadFirstResponse(
  queries: Queries,
  { userId, key, hash }: KeyedRequest,
): Promise<JsonObject> {
  const [row] = await queries.query<{ request_hash: string; body: JsonObject }>(
    'select request_hash, body from responses where user_id = $1 and key = $2',
    [userId, key],
  );
  if (row?.request_hash === hash) return row.body;
  throw new KerbsideError('conflict', 'This Idempotency-Key was used for a different request.', {
    details: { key },
  });
}

/** How long a repetition is recognized. */
const RETENTION_DAYS = 7;

/** Deletes responses that are older than 7 days. */
export async function deleteOldResponses(database: Database): Promise<void> {
  await database.query(`delete from responses where created_at < now() - make_interval(days => $1)`, [
    RETENTION_DAYS,
  ]);
}

/** Returns the expression that locks a key until the transaction ends. It is true. */
export function lockKey(user: string, key: string): string {
  return `pg_advisory_xact_lock(${hashKey(user, key)}) is not null`;
}

/** Two keys with one hash only wait for each other. */
export function hashKey(user: string, key: string): string {
  return `hashtextextended(${user} || ' ' || ${key}, 0)`;
}
