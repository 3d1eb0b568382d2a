import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

describe('token buckets', () => {
  it('never allow more than the rate and the burst', () => {
    const arbitrary = fc.record({
      perSecond: fc.integer({ min: 1, max: 50 }),
      burst: fc.integer({ min: 1, max: 20 }),
      pauses: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ perSecond, burst, pauses }) => {
        let time = 0;
        const buckets = createTokenBuckets({ perSecond, burst, now: () => time });
        let taken = 0;
        for (const pause of pauses) {
          time += pause;
          if (buckets.take('ada') === 0) taken += 1;
          expect(taken).toBeLessThanOrEqual(burst + (time / 1000) * perSecond + 1e-6);
        }
      }),
    );
  });

  it('allow a request after the returned wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (perSecond, burst) => {
        let time = 0;
        const buckets = createTokenBuckets({ perSecond, burst, now: () => time });
        for (let count = 0; count < burst; count += 1) expect(buckets.take('ada')).toBe(0);
        const wait = buckets.take('ada');
        expect(wait).toBeGreaterThan(0);
        time += wait;
        expect(buckets.take('ada')).toBe(0);
      }),
    );
  });

  it('work if the clock is set back', () => {
    let time = 10_000;
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1, now: () => time });
    expect(buckets.take('ada')).toBe(0);
    time = 0;
    expect(buckets.take('ada')).toBe(1_000);
    time = 1_000;
    expect(buckets.take('ada')).toBe(0);
  });
});
