/** How often each key may act: `perSecond` on average, `burst` at once. */
export interface TokenBuckets {
  /** 0 when it may act now; else how many milliseconds to wait, and nothing is taken. */
  take(key: string): number;
}

export interface TokenBucketOptions {
  perSecond: number;
  burst: number;
  now(): number;
}

/** So many keys are remembered before those that have nothing to remember are dropped. */
const SWEEP_ABOVE = 10_000;

export function createTokenBuckets({ perSecond, burst, now }: TokenBucketOptions): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const filled = ({ tokens, at }: { tokens: number; at: number }, time: number) =>
    Math.min(burst, tokens + (Math.max(0, time - at) / 1000) * perSecond);
  const sweep = (time: number) => {
    for (const [key, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(key);
  };
  return {
    take(key) {
      const time = now();
      const tokens = filled(buckets.get(key) ?? { tokens: burst, at: time }, time);
      if (tokens < 1) {
        buckets.set(key, { tokens, at: time });
        return Math.ceil(((1 - tokens) / perSecond) * 1000);
      }
      buckets.set(key, { tokens: tokens - 1, at: time });
      if (buckets.size > SWEEP_ABOVE) sweep(time);
      return 0;
    },
  };
}
