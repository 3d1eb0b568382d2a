import { createHash } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import type { TokenBucketOptions, TokenBuckets } from './token-bucket.ts';

/** The part of a bucket that an instance takes at once. It then asks the database once for this many requests. */
const LEASE_SHARE = 1 / 20;
/** A lease that is not used within this time is lost: it must not add to a full bucket. */
const LEASE_MS = 1_000;
/** With more keys than this, expired leases are deleted. */
const MAX_LEASES = 10_000;

/** This instance's state of a bucket. */
interface Lease {
  tokens: number;
  /** Until then the tokens can be used or, if there are none, the database has none. */
  until: number;
  pending?: Promise<void>;
}

/**
 * Creates buckets that all instances share, in the table `rate_limits`. Together they give each key no more than the limit. An
 * instance takes a twentieth of a bucket at a time, so that most requests need no statement.
 */
export function createSharedTokenBuckets(
  queries: Queries,
  { perSecond, burst, now }: TokenBucketOptions,
): TokenBuckets {
  const leases = new Map<string, Lease>();
  const leaseSize = Math.max(1, Math.floor(burst * LEASE_SHARE));
  const deleteExpired = (time: number) => {
    for (const [key, { until, pending }] of leases) if (until < time && !pending) leases.delete(key);
  };
  const renew = async (key: string, lease: Lease): Promise<void> => {
    const { granted, tokens } = await takeTokens(queries, { key: hashKey(key), perSecond, burst, leaseSize });
    lease.tokens = granted;
    lease.until = now() + (granted > 0 ? LEASE_MS : ((1 - tokens) / perSecond) * 1000);
  };
  return {
    async take(key) {
      const lease = leases.get(key) ?? { tokens: 0, until: Number.NEGATIVE_INFINITY };
      leases.set(key, lease);
      if (leases.size > MAX_LEASES) deleteExpired(now());
      while (lease.until <= now()) {
        // Concurrent requests wait for one statement.
        lease.pending ??= renew(key, lease).finally(() => {
          delete lease.pending;
        });
        await lease.pending;
      }
      if (lease.tokens === 0) return Math.max(1, Math.ceil(lease.until - now()));
      lease.tokens -= 1;
      if (lease.tokens === 0) lease.until = Number.NEGATIVE_INFINITY; // the next request asks the database
      return 0;
    },
  };
}

interface Taken {
  granted: number;
  /** The tokens left in the bucket. */
  tokens: number;
}

/** Refills a bucket and takes up to `leaseSize` whole tokens. The time is the database's: clocks of instances may differ. */
async function takeTokens(
  queries: Queries,
  { key, perSecond, burst, leaseSize }: { key: string; perSecond: number; burst: number; leaseSize: number },
): Promise<Taken> {
  const refilled = `least($2::float8, stored.tokens
    + greatest(0, extract(epoch from statement_timestamp() - stored.refilled_at))::float8 * $3::float8)`;
  const [row] = await queries.query<Taken>(
    `insert into rate_limits as stored (key, tokens, granted, refilled_at)
     values ($1, $2::float8 - least($4::float8, floor($2::float8)), least($4::float8, floor($2::float8)), statement_timestamp())
     on conflict (key) do update set
       tokens = ${refilled} - least($4::float8, floor(${refilled})),
       granted = least($4::float8, floor(${refilled})),
       refilled_at = greatest(stored.refilled_at, statement_timestamp())
     returning granted, tokens`,
    [key, burst, perSecond, leaseSize],
  );
  return row ?? { granted: 0, tokens: 0 };
}

/** Keys contain ids of users and addresses: the database gets only their hash. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Deletes buckets that are full again: a new one is full, too. */
export async function deleteFullBuckets(
  queries: Queries,
  { perSecond, burst }: { perSecond: number; burst: number },
): Promise<void> {
  await queries.query(`delete from rate_limits where refilled_at < now() - $1 * interval '1 second'`, [
    burst / perSecond + 60,
  ]);
}
