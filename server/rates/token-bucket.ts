/** Limits how often each key may act: `perSecond` on average, `burst` at once. */
export interface TokenBuckets {
  /** Takes a token and returns 0. If there is none, returns the milliseconds to wait. */
  take(key: string): number | Promise<number>;
}

export interface TokenBucketOptions {
  perSecond: number;
  burst: number;
  now(): number;
}

/** With more keys than this, full buckets are deleted. */
const MAX_BUCKETS = 10_000;

/** Creates buckets of this process. */
export function createTokenBuckets({ perSecond, burst, now }: TokenBucketOptions): {
  take(key: string): number;
} {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const refill = ({ tokens, at }: { tokens: number; at: number }, time: number) =>
    Math.min(burst, tokens + (Math.max(0, time - at) / 1000) * perSecond);
  const deleteFull = (time: number) => {
    for (const [key, bucket] of buckets) if (refill(bucket, time) >= burst) buckets.delete(key);
  };
  return {
    take(key) {
      const time = now();
      const tokens = refill(buckets.get(key) ?? { tokens: burst, at: time }, time);
      if (tokens < 1) {
        buckets.set(key, { tokens, at: time });
        return Math.ceil(((1 - tokens) / perSecond) * 1000);
      }
      buckets.set(key, { tokens: tokens - 1, at: time });
      if (buckets.size > MAX_BUCKETS) deleteFull(time);
      return 0;
    },
  };
}
