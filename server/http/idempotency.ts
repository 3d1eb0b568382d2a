import { invalidField } from '../../src/domain/check.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from '../database/database.ts';

/** A request that names itself: whoever repeats it under its key gets the first answer. */
export interface KeyedRequest {
  userId: string;
  key: string;
  hash: string;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || KEY.test(header)) return header;
  throw invalidField('Idempotency-Key', '1 to 255 visible ASCII characters', header);
}

/**
 * Does the work once for each key, in the transaction of the work itself: key, answer and change are there together or
 * not at all. Of two at the same time the second waits, at the primary key, for the first. What failed is not
 * remembered, so it may be tried again under its key.
 */
export async function runOnce(
  queries: Queries,
  { userId, key, hash }: KeyedRequest,
  work: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const claimed = await queries.query(
    `insert into answers (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing returning key`,
    [userId, key, hash],
  );
  if (claimed.length === 0) return firstAnswer(queries, { userId, key, hash });
  const body = await work();
  await queries.query('update answers set body = $3 where user_id = $1 and key = $2', [
    userId,
    key,
    JSON.stringify(body),
  ]);
  return body;
}

async function firstAnswer(queries: Queries, { userId, key, hash }: KeyedRequest): Promise<JsonObject> {
  const [row] = await queries.query<{ request_hash: string; body: JsonObject }>(
    'select request_hash, body from answers where user_id = $1 and key = $2',
    [userId, key],
  );
  if (row?.request_hash === hash) return row.body;
  throw new KerbsideError('conflict', 'This Idempotency-Key was used for another request.', {
    details: { key },
  });
}

/** How long a repetition is recognised. */
const KEPT_DAYS = 7;

export async function deleteOldResponses(database: Database): Promise<void> {
  await database.query(`delete from answers where created_at < now() - make_interval(days => $1)`, [
    KEPT_DAYS,
  ]);
}
