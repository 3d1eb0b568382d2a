import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate, toRawScore } from './calibration.ts';

const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const calibration = fc.record({
  slope: fc.double({ min: 0.2, max: 3, noNaN: true }),
  offset: fc.double({ min: -3, max: 3, noNaN: true }),
});

describe('calibrate', () => {
  it('returns the score with slope 1 and offset 0', () => {
    expect(calibrate(0.37, { slope: 1, offset: 0 })).toBeCloseTo(0.37);
  });

  it('keeps the order of scores', () => {
    fc.assert(
      fc.property(unit, unit, calibration, (a, b, line) => {
        fc.pre(a < b);
        expect(calibrate(a, line)).toBeLessThanOrEqual(calibrate(b, line));
      }),
    );
  });

  it('is inverted by toRawScore', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), calibration, (confidence, line) => {
        const raw = toRawScore(confidence, line);
        fc.pre(raw > 1e-9 && raw < 1 - 1e-9);
        expect(calibrate(raw, line)).toBeCloseTo(confidence, 5);
      }),
    );
  });
});
