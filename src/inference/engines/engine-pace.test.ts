import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSample, getDrift, isOutdated, type Pace, UNKNOWN_PACE } from './engine-pace.ts';

const paceOf = (...samples: number[]): Pace =>
  samples.reduce((pace, ms) => addSample(pace, { ms, work: 1 }), UNKNOWN_PACE);
const passed = (photoMs: number) => ({ passed: true, reason: '', photoMs });

describe('getDrift', () => {
  it('is 1 until there are enough samples', () => {
    expect(getDrift(UNKNOWN_PACE)).toBe(1);
    expect(getDrift(paceOf(10, 90, 90, 90))).toBe(1);
  });

  it('compares the latest photos with the first ones', () => {
    expect(getDrift(paceOf(10, 10, 10, 10, 10, 30, 30, 30, 30, 30))).toBe(3);
  });

  it('ignores up to 2 slow photos in a row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.float({ min: 2, max: 100, noNaN: true }),
        (at, slow) => {
          const samples = Array.from({ length: 25 }, (_, index) =>
            index === at || index === at + 1 ? slow : 1,
          );
          expect(getDrift(paceOf(...samples))).toBe(1);
        },
      ),
    );
  });

  it('does not depend on how much there is to do on a photo', () => {
    let pace = UNKNOWN_PACE;
    for (const work of [1, 1, 1, 1, 1, 8, 9, 10, 7, 8]) pace = addSample(pace, { ms: 20 * work, work });
    expect(getDrift(pace)).toBe(1);
  });
});

describe('isOutdated', () => {
  const verdicts = { wasm: passed(100), webgpu: passed(150) };

  it('is true if the current engine became so slow that another one seems faster', () => {
    expect(isOutdated(verdicts, 'wasm', paceOf(1, 1, 1, 1, 1, 2, 2, 2, 2, 2))).toBe(true);
  });

  it('is false if the current engine is slower than at first, but still the fastest', () => {
    expect(isOutdated(verdicts, 'wasm', paceOf(1, 1, 1, 1, 1, 1.8, 1.8, 1.8, 1.8, 1.8))).toBe(false);
  });

  it('is false if no other engine is correct', () => {
    const alone = { wasm: passed(100), webgpu: { passed: false, reason: '', photoMs: 1 } };
    expect(isOutdated(alone, 'wasm', paceOf(1, 1, 1, 1, 1, 9, 9, 9, 9, 9))).toBe(false);
  });
});
