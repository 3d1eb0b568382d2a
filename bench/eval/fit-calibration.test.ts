import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/analysis/detection/detections.ts';
import { bestThreshold, fitCalibration } from './fit-calibration.ts';

/** Detections of one score, of which a fraction is correct. */
const group = (score: number, count: number, part: number) =>
  Array.from({ length: count }, (_, index) => ({ score, right: index < count * part }));

describe('fitCalibration', () => {
  it('makes confidence equal to precision', () => {
    const line = fitCalibration([...group(0.2, 1000, 0.05), ...group(0.8, 1000, 0.6)]);
    expect(calibrate(0.2, line)).toBeCloseTo(0.05, 2);
    expect(calibrate(0.8, line)).toBeCloseTo(0.6, 2);
  });

  it('returns the prior without data', () => {
    const prior = { slope: 1.3, offset: -0.4 };
    expect(fitCalibration([], prior)).toEqual(prior);
  });

  it('takes scores of exactly 0 and 1', () => {
    const outcomes = [...group(0.2, 1000, 0.05), ...group(0.8, 1000, 0.6)];
    const line = fitCalibration([...outcomes, { score: 1, right: true }, { score: 0, right: false }]);
    expect(calibrate(0.2, line)).toBeCloseTo(0.05, 1);
    expect(calibrate(0.8, line)).toBeCloseTo(0.6, 1);
  });

  it('is always increasing', () => {
    const outcome = fc.record({
      score: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      right: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 30 }), (outcomes) => {
        expect(fitCalibration(outcomes).slope).toBeGreaterThan(0);
      }),
    );
  });
});

describe('bestThreshold', () => {
  it('is the threshold with the highest F1', () => {
    const outcomes = [
      { confidence: 0.9, right: true },
      { confidence: 0.6, right: true },
      { confidence: 0.5, right: false },
      { confidence: 0.4, right: false },
    ];
    expect(bestThreshold(outcomes, 2)).toEqual({ threshold: 0.6, f1: 1 });
  });

  it('does not separate detections of the same confidence', () => {
    const outcomes = [
      { confidence: 0.9, right: true },
      { confidence: 0.6, right: true },
      { confidence: 0.6, right: false },
      { confidence: 0.6, right: false },
      { confidence: 0.6, right: false },
    ];
    expect(bestThreshold(outcomes, 2)).toEqual({ threshold: 0.9, f1: 2 / 3 });
  });
});
