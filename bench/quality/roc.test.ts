import { expect, test } from 'vitest';
import { percentile, rocArea, shareAbove } from './roc.ts';

test('the area is 1 if every bad photo scores higher, 0 if none does, and 0.5 for equal scores', () => {
  expect(rocArea([0.1, 0.2], [0.3, 0.4, 0.5])).toBe(1);
  expect(rocArea([0.3, 0.4], [0.1, 0.2])).toBe(0);
  expect(rocArea([0.5, 0.5], [0.5, 0.5])).toBe(0.5);
});

test('the area counts pairs: 3 of 4 here', () => {
  expect(rocArea([1, 3], [2, 4])).toBe(0.75);
  expect(rocArea([4, 1], [4, 4])).toBe(0.75);
});

test('a score at the threshold is not above it', () => {
  expect(shareAbove([0.4, 0.5, 0.6, 0.7], 0.5)).toBe(0.5);
});

test('percentiles are scores that occurred', () => {
  expect([0, 50, 100].map((percent) => percentile([3, 1, 2], percent))).toEqual([1, 2, 3]);
});
