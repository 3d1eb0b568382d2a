import { describe, expect, it } from 'vitest';
import { CapturedRuns } from './captured-runs.ts';

const WHEEL = [1, 3, 128, 128];
const LINE = [1, 3, 48, 320];

/** Runs that are counted, and never captured: no GPU is needed. */
function createRuns(runsBeforeCapture: number): CapturedRuns {
  const unused = () => {
    throw new Error('Nothing is captured here');
  };
  return new CapturedRuns({
    device: undefined as never,
    session: undefined as never,
    createSession: unused,
    toTensor: unused,
    read: unused,
    runsBeforeCapture,
  });
}

describe('counting runs', () => {
  it('requests a capture when a shape is used often, each shape by itself', () => {
    const runs = createRuns(3);
    expect([WHEEL, WHEEL, LINE, LINE].map((dims) => runs.count(dims))).toEqual([false, false, false, false]);
    expect(runs.count(WHEEL)).toBe(true);
  });

  it('never requests one without a limit', () => {
    const runs = createRuns(Number.POSITIVE_INFINITY);
    expect([runs.isWanted(WHEEL), runs.count(WHEEL)]).toEqual([false, false]);
  });

  it('spends idle time on the only shape, or on one that repeats', () => {
    const runs = createRuns(24);
    const isWorth = (dims: readonly number[]) => runs.isWorthIdleTime(dims);
    runs.count(WHEEL);
    expect(isWorth(WHEEL)).toBe(true);
    runs.count(LINE);
    expect([isWorth(WHEEL), isWorth(LINE)]).toEqual([false, false]);
    for (let run = 0; run < 2; run += 1) runs.count(LINE);
    expect([isWorth(WHEEL), isWorth(LINE)]).toEqual([false, true]);
  });
});
