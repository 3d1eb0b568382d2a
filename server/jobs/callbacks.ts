import type { Logger } from '../../src/operations/support/logger.ts';
import type { Database } from '../database/database.ts';
import type { Outbound } from '../net/outbound.ts';
import { loadCallbackHeaders } from '../store/callback-headers.ts';
import type { CallbackRequest } from '../store/follow-ups.ts';
import { describeError } from '../telemetry/log.ts';
import { type Poller, startPoller } from './poller.ts';

export interface CallbackDeps {
  database: Database;
  outbound: Outbound;
  logger: Logger;
  /** Called after each failed attempt. */
  onFailure?(): void;
}

/** Delays before the retries. A receiver that restarts gets its callback; one that is gone is abandoned. */
const RETRY_DELAYS_S = [10, 60, 600];
/** A callback that this instance has claimed, to deliver now. */
export interface DueCallback {
  id: string;
  inspectionId: string;
  request: CallbackRequest;
  /** Including this attempt. */
  attempts: number;
  /** The owner of the inspection. */
  owner: string;
}

/**
 * Claims the due callback with the fewest attempts, then the longest wait. Skips owners in `busyOwners`.
 *
 * @param leaseMs - The time to deliver it before another instance may claim it.
 */
export async function claimCallback(
  database: Database,
  { leaseMs, busyOwners = [] }: { leaseMs: number; busyOwners?: readonly string[] },
): Promise<DueCallback | undefined> {
  const [due] = await database.query<DueCallback>(
    `with due as (
       select callbacks.id, coalesce(owner_id, '') as owner
       from callbacks left join inspections on inspections.id = inspection_id
       where run_after <= now() and not (coalesce(owner_id, '') = any ($2::text[]))
       order by attempts, run_after limit 1 for update of callbacks skip locked
     )
     update callbacks set attempts = attempts + 1, run_after = now() + $1 * interval '1 millisecond'
     from due where callbacks.id = due.id
     returning callbacks.id, inspection_id as "inspectionId", request, attempts, owner`,
    [leaseMs, busyOwners],
  );
  return due;
}

/** Returns the milliseconds until a callback can be claimed, or undefined if there is none. Skips owners in `busyOwners`. */
export async function nextDueCallbackMs(
  database: Database,
  busyOwners: readonly string[],
): Promise<number | undefined> {
  const [row] = await database.query<{ ms: number | null }>(
    `select (extract(epoch from min(run_after) - now()) * 1000)::float8 as ms
     from callbacks left join inspections on inspections.id = inspection_id
     where not (coalesce(owner_id, '') = any ($1::text[]))`,
    [busyOwners],
  );
  return row?.ms ?? undefined;
}

/**
 * Sends a callback, then deletes it or schedules a retry. A receiver may get it twice, so it has an idempotency key. One that
 * is aborted is due again, and the attempt does not count.
 */
export async function deliverCallback(
  { database, outbound, logger, onFailure }: CallbackDeps,
  { id, inspectionId, request, attempts }: DueCallback,
  signal?: AbortSignal,
): Promise<void> {
  const { position, body } = request;
  const headers = await loadCallbackHeaders(database, inspectionId, { taskName: body.task, position });
  const failure = await post({ outbound, signal }, id, request, headers);
  if (failure !== undefined && signal?.aborted) {
    await database.query('update callbacks set attempts = attempts - 1, run_after = now() where id = $1', [
      id,
    ]);
    return;
  }
  if (failure !== undefined) onFailure?.();
  const retryAfter = RETRY_DELAYS_S[attempts - 1];
  if (failure !== undefined && retryAfter !== undefined) {
    await database.query(`update callbacks set run_after = now() + $2 * interval '1 second' where id = $1`, [
      id,
      retryAfter,
    ]);
  } else {
    if (failure !== undefined)
      logger.warn('Callback abandoned', { id, inspectionId, attempts, reason: failure });
    await deleteCallback(database, id, failure);
  }
}

/** Deletes a callback. One that failed for good is recorded in `dead_jobs`, for the operator. */
async function deleteCallback(database: Database, id: string, failure: string | undefined): Promise<void> {
  await database.query(
    `with deleted as (delete from callbacks where id = $1 returning inspection_id, id, attempts)
     insert into dead_jobs (inspection_id, kind, subject, attempts, last_error)
     select inspection_id, 'callback', id, attempts, $2 from deleted where $2::text is not null`,
    [id, failure ?? null],
  );
}

/** Returns why the delivery failed, or undefined if it succeeded. */
async function post(
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal | undefined },
  id: string,
  { url, params = {}, body }: CallbackRequest,
  headers: Record<string, string>,
): Promise<string | undefined> {
  try {
    const target = new URL(url);
    for (const [name, value] of Object.entries(params)) target.searchParams.set(name, toQueryValue(value));
    const response = await outbound(target.href, {
      method: 'POST',
      headers: { ...removeReserved(headers), 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(body),
      dropsBody: true,
      ...(signal && { signal }),
    });
    return response.ok ? undefined : `${target.origin} responded ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Headers that callers may not set: they determine the target and the end of the request. */
const RESERVED_HEADERS = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
];

function removeReserved(headers: Record<string, string>): Record<string, string> {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lowerCase.filter(([name]) => !RESERVED_HEADERS.includes(name)));
}

function toQueryValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Deliveries wait for receivers and need no CPU time meanwhile. */
const MAX_CONCURRENT = 8;

/**
 * Delivers callbacks concurrently, but one at a time per owner: a receiver that does not respond delays only its owner's
 * callbacks.
 *
 * On close, deliveries may take `drainMs`. Then they end, and are due again for another instance.
 */
export function startCallbackSender(
  deps: CallbackDeps,
  { pollMs, leaseMs, drainMs }: { pollMs: number; leaseMs: number; drainMs: number },
): Poller {
  const stop = new AbortController();
  const pending = new Map<string, Promise<void>>();
  const poller = startPoller({
    async work() {
      if (pending.size >= MAX_CONCURRENT) return false;
      const due = await claimCallback(deps.database, { leaseMs, busyOwners: [...pending.keys()] });
      if (!due) return false;
      const delivery = deliverCallback(deps, due, stop.signal)
        // Its lease expires, and then it is delivered again.
        .catch((error: unknown) =>
          deps.logger.warn('Result of a callback not stored', { id: due.id, reason: describeError(error) }),
        )
        .then(() => {
          pending.delete(due.owner);
          poller.wake();
        });
      pending.set(due.owner, delivery);
      return true;
    },
    nextDueMs: async () =>
      pending.size >= MAX_CONCURRENT ? undefined : nextDueCallbackMs(deps.database, [...pending.keys()]),
    intervalMs: pollMs,
    logger: deps.logger,
  });
  return {
    wake: () => poller.wake(),
    async close() {
      const timer = setTimeout(() => stop.abort(), drainMs);
      await poller.close();
      await Promise.all(pending.values());
      clearTimeout(timer);
    },
  };
}
