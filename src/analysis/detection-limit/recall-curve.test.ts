import { expect, test } from 'vitest';
import { recallAt, recallOfLength } from './recall-curve.ts';

const POINTS = [
  { pixels: 10, recall: 0.1 },
  { pixels: 40, recall: 0.5 },
  { pixels: 160, recall: 0.9 },
];

test.each([
  [10, 0.1],
  [20, 0.3],
  [40, 0.5],
  [80, 0.7],
  [160, 0.9],
])('between two points, recall grows with the logarithm of the size: at %i pixels %f', (pixels, recall) => {
  expect(recallAt(POINTS, pixels)).toBeCloseTo(recall);
});

test('beyond the measured sizes, recall stays as it is at their ends', () => {
  expect(recallAt(POINTS, 1)).toBe(0.1);
  expect(recallAt(POINTS, 10_000)).toBe(0.9);
});

test('an inexact scale makes the recall of large marks smaller, and that of small ones larger', () => {
  const recall = (cm: number, deviation: number) =>
    recallOfLength((pixels) => recallAt(POINTS, pixels), cm, { logScale: Math.log(2), deviation });
  expect(recall(20, 0)).toBeCloseTo(0.5);
  expect(recall(80, 0)).toBeCloseTo(0.9);
  expect(recall(80, 0.4)).toBeLessThan(0.87);
  expect(recall(5, 0.4)).toBeGreaterThan(0.13);
});
