import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyHomography,
  fitAffine,
  fitHomography,
  fitSimilarity,
  type Homography,
  invertHomography,
} from './homography.ts';

const near = (value: number) => fc.double({ min: value - 0.15, max: value + 0.15, noNaN: true });
const small = fc.double({ min: -0.15, max: 0.15, noNaN: true });
const anyHomography: fc.Arbitrary<Homography> = fc.tuple(
  near(1),
  small,
  small,
  small,
  near(1),
  small,
  small,
  small,
);
const points = [
  [0, 0],
  [1, 0],
  [1, 0.75],
  [0, 0.75],
  [0.4, 0.3],
] as const;

const pairsOf = (mapping: Homography) => points.map((from) => ({ from, to: applyHomography(mapping, from) }));

test('fits the homography that mapped the points', () => {
  fc.assert(
    fc.property(anyHomography, (mapping) => {
      const fitted = fitHomography(pairsOf(mapping));
      for (const { from, to } of pairsOf(mapping))
        applyHomography(fitted ?? mapping, from).map((value, axis) =>
          expect(value).toBeCloseTo(to[axis] ?? 0, 5),
        );
      expect(fitted).toBeDefined();
    }),
  );
});

test('the inverse maps every point back', () => {
  fc.assert(
    fc.property(anyHomography, (mapping) => {
      const back = invertHomography(mapping);
      for (const { from, to } of pairsOf(mapping))
        expect(
          back && applyHomography(back, to).map((value, axis) => Math.abs(value - (from[axis] ?? 0)) < 1e-6),
        ).toEqual([true, true]);
    }),
  );
});

test('fits an affine mapping and a similarity exactly', () => {
  const mapping: Homography = [0.8, -0.1, 0.3, 0.1, 0.8, -0.2, 0, 0];
  const [one, two] = pairsOf(mapping);
  const fitted = [fitAffine(pairsOf(mapping)), one && two && fitSimilarity(one, two)];
  for (const found of fitted) found?.map((value, index) => expect(value).toBeCloseTo(mapping[index] ?? 0, 6));
  expect(fitted.every(Boolean)).toBe(true);
});

test.each([
  ['one point', [[0.5, 0.5]]],
  [
    'points on a line',
    [
      [0, 0],
      [0.5, 0.5],
      [1, 1],
      [0.2, 0.2],
    ],
  ],
] as const)('returns nothing for %s', (_, list) => {
  const pairs = list.map((from) => ({ from, to: from }));
  expect([fitAffine(pairs), fitHomography(pairs)]).toEqual([undefined, undefined]);
});
