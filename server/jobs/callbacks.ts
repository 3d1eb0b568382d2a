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

/** Delivers one callback that is due; false when there is none. A receiver may get one twice, so each names itself. */
export async function deliverCallback({ database, outbound, log }: CallbackDeps): Promise<boolean> {
  const [due] = await database.query<{ id: string; request: CallbackRequest; attempts: number }>(
    `update callbacks set attempts = attempts + 1, run_after = now() + $1 * interval '1 second'
     where id = (select id from callbacks where run_after <= now() order by run_after limit 1 for update skip locked)
     returning id, request, attempts`,
    [LEASE_S],
  );
  if (!due) return false;
  const failure = await post(outbound, due.id, due.request);
  const retryAfter = RETRIES_AFTER_S[due.attempts - 1];
  if (failure !== undefined && retryAfter !== undefined) {
    await database.query(`update callbacks set run_after = now() + $2 * interval '1 second' where id = $1`, [
      due.id,
      retryAfter,
    ]);
  } else {
    if (failure !== undefined) log(`A callback was given up after ${due.attempts} tries: ${failure}`);
    await database.query('delete from callbacks where id = $1', [due.id]);
  }
  return true;
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
