import { describe, expect, it } from 'vitest';
import type { Match, Verdict } from './match.ts';
import { calibrationError, recallAt, recallAtPrecision } from './operating-points.ts';

const at = (confidence: number, verdict: Verdict): Match => ({ confidence, verdict });

describe('recallAt', () => {
  const matches = [at(0.9, 'hit'), at(0.8, 'miss'), at(0.7, 'hit'), at(0.6, 'miss'), at(0.5, 'hit')];

  it('stops before the limit of false alarms is exceeded', () => {
    expect(recallAt(matches, 4, 10, 0)).toBe(0.25);
    expect(recallAt(matches, 4, 10, 0.1)).toBe(0.5);
    expect(recallAt(matches, 4, 10, 1)).toBe(0.75);
  });

  it('skips ignored detections', () => {
    expect(recallAt([at(0.9, 'ignored'), at(0.8, 'hit')], 1, 10, 0)).toBe(1);
  });
});

describe('recallAtPrecision', () => {
  it('continues after false alarms if the precision recovers', () => {
    const matches = [at(0.9, 'miss'), at(0.8, 'hit'), at(0.7, 'hit'), at(0.6, 'hit'), at(0.5, 'miss')];
    expect(recallAtPrecision(matches, 4, 0.75)).toBe(0.75);
    expect(recallAtPrecision(matches, 4, 0.9)).toBe(0);
  });
});

describe('calibrationError', () => {
  it('is 0 if 7 of 10 detections with confidence 0.7 are correct', () => {
    const matches = Array.from({ length: 10 }, (_, i) => at(0.7, i < 7 ? 'hit' : 'miss'));
    expect(calibrationError(matches)).toBeCloseTo(0);
  });

  it('is the difference of confidence and precision', () => {
    expect(calibrationError([at(0.9, 'miss'), at(0.9, 'hit')])).toBeCloseTo(0.4);
  });

  it('weights bins by their number of detections', () => {
    const matches = [at(0.95, 'hit'), at(0.95, 'hit'), at(0.95, 'hit'), at(0.35, 'miss')];
    expect(calibrationError(matches)).toBeCloseTo((3 * 0.05 + 0.35) / 4);
  });
});
