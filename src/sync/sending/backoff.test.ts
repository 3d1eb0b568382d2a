import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BACKOFF, leftOf, waitFor } from './backoff.ts';

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('waiting after a failure', () => {
  test('doubles its limit each time, from 1 s to 5 minutes', () => {
    const limits = [1, 2, 3, 9, 10, 50].map((failures) => waitFor(failures, 1));
    expect(limits).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });

  test('takes anything up to the limit, so that a crowd spreads out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fraction, (failures, random) => {
        const wait = waitFor(failures, random);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(Math.min(BACKOFF.capMs, 1_000 * 2 ** (failures - 1)));
      }),
    );
  });

  test('is never shorter than the service asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fraction,
        fc.nat(10_000_000),
        (failures, random, asked) => {
          expect(waitFor(failures, random, asked)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});

describe('what is left of a stored wait (F17)', () => {
  test('is the time until then, and nothing once it has passed', () => {
    expect(leftOf(10_000, 4_000, false)).toBe(6_000);
    expect(leftOf(10_000, 10_000, false)).toBe(0);
    expect(leftOf(10_000, 99_000, false)).toBe(0);
  });

  test('is nothing when the clock was set back: no wait is that long', () => {
    expect(leftOf(10_000 + BACKOFF.capMs, 10_000, false)).toBe(BACKOFF.capMs);
    expect(leftOf(10_001 + BACKOFF.capMs, 10_000, false)).toBe(0);
  });

  test('may be long where the service asked for it, but not longer than a day', () => {
    const hour = 3_600_000;
    expect(leftOf(hour, 0, true)).toBe(hour);
    expect(leftOf(25 * hour, 0, true)).toBe(0);
  });
});
