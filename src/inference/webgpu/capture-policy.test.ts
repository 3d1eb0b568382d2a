import { describe, expect, it } from 'vitest';
import { CapturePolicy, type Dims } from './capture-policy.ts';

const WHEEL = [1, 3, 128, 128];
const LINE = [1, 3, 48, 320];
const lineOf = (width: number) => [1, 3, 48, width];

/** Captures lines of these widths. Each run is named by its width. */
function captureLines(widths: readonly number[]): CapturePolicy<string> {
  const policy = new CapturePolicy<string>(1);
  for (const width of widths) policy.add(lineOf(width), `${width}`);
  return policy;
}

describe('counting runs', () => {
  it('requests a capture when a shape is used often, each shape by itself', () => {
    const policy = new CapturePolicy(3);
    expect([WHEEL, WHEEL, LINE, LINE].map((dims) => policy.count(dims))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(policy.count(WHEEL)).toBe(true);
  });

  it('never requests one without a limit', () => {
    const policy = new CapturePolicy(Number.POSITIVE_INFINITY);
    expect([policy.isWanted(WHEEL), policy.count(WHEEL)]).toEqual([false, false]);
  });

  it('requests none for a shape that is captured', () => {
    const policy = new CapturePolicy(1);
    policy.add(WHEEL, 'wheel');
    expect([policy.isWanted(WHEEL), policy.count(WHEEL)]).toEqual([false, false]);
    expect([policy.isWanted(LINE), policy.count(LINE)]).toEqual([true, true]);
  });
});

describe('idle time', () => {
  const count = (policy: CapturePolicy<string>, dims: Dims, times: number) => {
    for (let run = 0; run < times; run += 1) policy.count(dims);
  };

  it('is for the only shape, or for one that repeats', () => {
    const policy = new CapturePolicy<string>(24);
    count(policy, WHEEL, 1);
    expect(policy.isWorthIdleTime(WHEEL)).toBe(true);
    count(policy, LINE, 1);
    expect([WHEEL, LINE].map((dims) => policy.isWorthIdleTime(dims))).toEqual([false, false]);
    count(policy, LINE, 2);
    expect([WHEEL, LINE].map((dims) => policy.isWorthIdleTime(dims))).toEqual([false, true]);
  });

  it('is not for a shape that would replace another one', () => {
    const policy = captureLines([10, 20, 30]);
    count(policy, LINE, 3);
    expect(policy.isWorthIdleTime(LINE)).toBe(true);
    policy.add(lineOf(40), '40');
    expect(policy.isWorthIdleTime(LINE)).toBe(false);
  });
});

describe('eviction', () => {
  it('removes nothing while fewer than 4 runs are captured', () => {
    const policy = captureLines([10, 20, 30]);
    expect(policy.evict()).toBeUndefined();
    expect([10, 20, 30].map((width) => policy.use(lineOf(width)))).toEqual(['10', '20', '30']);
  });

  it('removes the least recently used of 4 runs', () => {
    const policy = captureLines([10, 20, 30, 40]);
    policy.use(lineOf(10));
    expect(policy.evict()).toBe('20');
    expect(policy.use(lineOf(20))).toBeUndefined();
    expect(policy.evict()).toBeUndefined();
  });

  it('counts the runs on the removed shape anew', () => {
    const policy = new CapturePolicy<string>(2);
    const widths = [10, 20, 30, 40];
    for (const width of widths) {
      policy.count(lineOf(width));
      policy.add(lineOf(width), `${width}`);
    }
    expect(policy.evict()).toBe('10');
    expect([policy.count(lineOf(10)), policy.count(lineOf(10))]).toEqual([false, true]);
  });
});

describe('after a failure', () => {
  it('all runs are returned for release, once', () => {
    const policy = captureLines([10, 20]);
    expect(policy.disable()).toEqual(['10', '20']);
    expect(policy.use(lineOf(10))).toBeUndefined();
    expect(policy.disable()).toEqual([]);
  });

  it('no shape is wanted any more', () => {
    const policy = captureLines([10]);
    policy.disable();
    expect([policy.isWanted(WHEEL), policy.count(WHEEL), policy.isWanted(lineOf(10))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
