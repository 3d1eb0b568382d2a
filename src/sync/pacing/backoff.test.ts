import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeRemainingDelay, computeRetryDelay, MAX_RETRY_DELAY_MS } from './backoff.ts';

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('computeRetryDelay', () => {
  test('doubles its limit after each failure, from 1 s to 5 minutes', () => {
    const limits = [1, 2, 3, 9, 10, 50].map((failures) => computeRetryDelay(failures, 1));
    expect(limits).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });

  test('returns any time up to the limit (full jitter)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fraction, (failures, random) => {
        const delay = computeRetryDelay(failures, random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(Math.min(MAX_RETRY_DELAY_MS, 1_000 * 2 ** (failures - 1)));
      }),
    );
  });

  test('never returns less than Retry-After', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fraction,
        fc.nat(10_000_000),
        (failures, random, retryAfter) => {
          expect(computeRetryDelay(failures, random, retryAfter)).toBeGreaterThanOrEqual(retryAfter);
        },
      ),
    );
  });
});

describe('computeRemainingDelay (F17)', () => {
  test('returns the time that is left, and 0 after it', () => {
    expect(computeRemainingDelay({ until: 10_000 }, 4_000, false)).toBe(6_000);
    expect(computeRemainingDelay({ until: 10_000 }, 10_000, false)).toBe(0);
    expect(computeRemainingDelay({ until: 10_000 }, 99_000, false)).toBe(0);
  });

  test('returns 0 if more is left than any delay is long: the clock was set back', () => {
    expect(computeRemainingDelay({ until: 10_000 + MAX_RETRY_DELAY_MS }, 10_000, false)).toBe(
      MAX_RETRY_DELAY_MS,
    );
    expect(computeRemainingDelay({ until: 10_001 + MAX_RETRY_DELAY_MS }, 10_000, false)).toBe(0);
  });

  test('accepts a Retry-After of up to a day', () => {
    const hour = 3_600_000;
    expect(computeRemainingDelay({ until: hour }, 0, true)).toBe(hour);
    expect(computeRemainingDelay({ until: 25 * hour }, 0, true)).toBe(0);
  });

  test('is over if more is left than the delay was long: the clock was set back by less than a day', () => {
    const second = { until: 10_000, delayMs: 1_000 };
    expect(computeRemainingDelay(second, 9_000, true)).toBe(1_000);
    expect(computeRemainingDelay(second, 8_999, true)).toBe(0);
    expect(computeRemainingDelay(second, 10_000 - 36_000_000, true)).toBe(0);
  });
});
