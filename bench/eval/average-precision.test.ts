import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averagePrecision } from './average-precision.ts';
import type { Match, Verdict } from './match.ts';

const ranked = (...verdicts: Verdict[]): Match[] =>
  verdicts.map((verdict, index) => ({ verdict, confidence: 1 - index / 100 }));

describe('averagePrecision', () => {
  it('is 1 if every truth is found without a false alarm', () => {
    expect(averagePrecision(ranked('hit', 'hit'), 2)).toBe(1);
  });

  it('is 0 if nothing is found, undefined without truths', () => {
    expect(averagePrecision(ranked('miss'), 2)).toBe(0);
    expect(averagePrecision([], 2)).toBe(0);
    expect(averagePrecision(ranked('miss'), 0)).toBeUndefined();
  });

  it('is 51/101 if half of the truths are found without a false alarm', () => {
    expect(averagePrecision(ranked('hit'), 2)).toBeCloseTo(51 / 101, 12);
  });

  it('agrees with a curve worked out by hand', () => {
    // Precision 1 up to recall 1/3, then 2/3 (the best that follows) up to 2/3, then 3/5 up to 1:
    // 34 recalls (0 to .33), 33 (.34 to .66), 34 (.67 to 1).
    const value = averagePrecision(ranked('hit', 'miss', 'hit', 'miss', 'hit'), 3);
    expect(value).toBeCloseTo((34 * 1 + 33 * (2 / 3) + 34 * (3 / 5)) / 101, 12);
  });

  it('skips ignored detections', () => {
    expect(averagePrecision(ranked('ignored', 'hit', 'ignored'), 1)).toBe(1);
  });

  it('never rises when a false alarm is added', () => {
    const verdict = fc.constantFrom<Verdict>('hit', 'miss');
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 20 }), fc.nat(20), (verdicts, place) => {
        const found = verdicts.filter((one) => one === 'hit').length + 1;
        const worse = [...verdicts.slice(0, place), 'miss' as const, ...verdicts.slice(place)];
        const [before, after] = [
          averagePrecision(ranked(...verdicts), found),
          averagePrecision(ranked(...worse), found),
        ];
        expect(after).toBeLessThanOrEqual((before ?? 0) + 1e-12);
      }),
    );
  });
});
