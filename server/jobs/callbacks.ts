import type { Database } from '../database/database.ts';
import type { Outbound } from '../net/outbound.ts';
import type { CallbackRequest } from '../store/follow-ups.ts';

export interface CallbackDeps {
  database: Database;
  outbound: Outbound;
  log(line: string): void;
}

/** Tries after the first: a receiver that is being restarted gets its message, one that is gone is let go. */
const RETRIES_AFTER_S = [10, 60, 600];
/** How long an instance has to deliver before another one may try. */
const LEASE_S = 60;

/** A callback that is to be delivered now, and by nobody else for a while. */
export interface DueCallback {
  id: string;
  request: CallbackRequest;
  /** This try included. */
  attempts: number;
  /** Whose inspection it is about. */
  owner: string;
}

/** The one that was tried least and has waited longest, of those whose owner is not among `busy`. */
export async function claimCallback(
  database: Database,
  busy: readonly string[] = [],
): Promise<DueCallback | undefined> {
  const [due] = await database.query<DueCallback>(
    `with due as (
       select callbacks.id, coalesce(owner_id, '') as owner
       from callbacks left join inspections on inspections.id = inspection_id
       where run_after <= now() and not (coalesce(owner_id, '') = any ($2::text[]))
       order by attempts, run_after limit 1 for update of callbacks skip locked
     )
     update callbacks set attempts = attempts + 1, run_after = now() + $1 * interval '1 second'
     from due where callbacks.id = due.id
     returning callbacks.id, request, attempts, owner`,
    [LEASE_S, busy],
  );
  return due;
}

/** A receiver may get a callback twice, so each names itself. */
export async function deliverCallback(
  { database, outbound, log }: CallbackDeps,
  { id, request, attempts }: DueCallback,
): Promise<void> {
  const failure = await post(outbound, id, request);
  const retryAfter = RETRIES_AFTER_S[attempts - 1];
  if (failure !== undefined && retryAfter !== undefined) {
    await database.query(`update callbacks set run_after = now() + $2 * interval '1 second' where id = $1`, [
      id,
      retryAfter,
    ]);
  } else {
    if (failure !== undefined) log(`A callback was given up after ${attempts} tries: ${failure}`);
    await database.query('delete from callbacks where id = $1', [id]);
  }
}

async function post(
  outbound: Outbound,
  id: string,
  { url, headers, params = {}, body }: CallbackRequest,
): Promise<string | undefined> {
  try {
    const target = new URL(url);
    for (const [name, value] of Object.entries(params)) target.searchParams.set(name, inQuery(value));
    const response = await outbound(target.href, {
      method: 'POST',
      headers: { ...allowed(headers), 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(body),
    });
    return response.ok ? undefined : `${target.origin} answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What says where a request goes and where it ends is not the caller's to set. */
const RESERVED = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
];

function allowed(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(kept.filter(([name]) => !RESERVED.includes(name)));
}

function inQuery(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
