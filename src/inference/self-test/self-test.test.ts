import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMismatch } from './self-test.ts';

const tolerance = { absolute: 0.001, relative: 0.01 };
const expected = { scores: { dims: [1, 4], data: Float32Array.of(0.2, -3, 40, 0) } };
const outputs = (...values: number[]) => ({ scores: { dims: [1, 4], data: Float32Array.from(values) } });

describe('findMismatch', () => {
  it.each([
    ['accepts the golden output', outputs(0.2, -3, 40, 0), undefined],
    ['accepts values within the tolerance', outputs(0.202, -3.02, 40.3, 0.0009), undefined],
    ['rejects zeros', outputs(0, 0, 0, 0), 'output scores is all zeros'],
    ['rejects NaN', outputs(0.2, Number.NaN, 40, 0), 'output scores contains NaN'],
    [
      'rejects a wrong value',
      outputs(0.2, -3.04, 40, 0),
      'output scores is wrong: -3.04000 instead of -3.00000 at index 1',
    ],
    [
      'rejects Infinity',
      outputs(0.2, -3, Number.POSITIVE_INFINITY, 0),
      'output scores is wrong: Infinity instead of 40.0000 at index 2',
    ],
    [
      'rejects another shape',
      { scores: { dims: [4], data: expected.scores.data } },
      'output scores has the shape 4 instead of 1 x 4',
    ],
    ['rejects a missing output', {}, 'output scores is missing'],
  ])('%s', (_title, actual, mismatch) => {
    expect(findMismatch(actual, expected, tolerance)).toBe(mismatch);
  });

  // Proves fault F1.
  it('rejects any value outside of the tolerance', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.float({ min: 2, max: 1e6, noNaN: true }), (at, by) => {
        const values = [...expected.scores.data];
        values[at] = (values[at] ?? 0) + by;
        expect(findMismatch(outputs(...values), expected, tolerance)).toMatch(/is wrong/);
      }),
    );
  });
});
