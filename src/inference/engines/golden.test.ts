import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disagreement } from './golden.ts';

const tolerance = { absolute: 0.001, relative: 0.01 };
const expected = { scores: { dims: [1, 4], data: Float32Array.of(0.2, -3, 40, 0) } };
const answer = (...values: number[]) => ({ scores: { dims: [1, 4], data: Float32Array.from(values) } });

describe('a golden test', () => {
  it.each([
    ['the very output', answer(0.2, -3, 40, 0), undefined],
    ['within tolerance', answer(0.202, -3.02, 40.3, 0.0009), undefined],
    ['zeros', answer(0, 0, 0, 0), 'output scores is all zeros'],
    ['NaN', answer(0.2, Number.NaN, 40, 0), 'output scores holds NaN'],
    ['slightly wrong', answer(0.2, -3.04, 40, 0), 'output scores is off: -3.04000 instead of -3.00000 at 1'],
    [
      'infinite',
      answer(0.2, -3, Number.POSITIVE_INFINITY, 0),
      'output scores is off: Infinity instead of 40.0000 at 2',
    ],
    [
      'another shape',
      { scores: { dims: [4], data: expected.scores.data } },
      'output scores has the shape 4 instead of 1 x 4',
    ],
    ['a missing output', {}, 'output scores is missing'],
  ])('%s', (_name, actual, verdict) => {
    expect(disagreement(actual, expected, tolerance)).toBe(verdict);
  });

  it('finds any value that leaves the tolerance, wherever it stands', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.float({ min: 2, max: 1e6, noNaN: true }), (at, by) => {
        const values = [...expected.scores.data];
        values[at] = (values[at] ?? 0) + by;
        expect(disagreement(answer(...values), expected, tolerance)).toMatch(/off/);
      }),
    );
  });
});
