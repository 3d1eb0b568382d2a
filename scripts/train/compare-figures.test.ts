import { expect, test } from 'vitest';
import { compareFigures } from './compare-figures.ts';

test('lists each type before and after, with a dash for a type that the start model lacks', () => {
  const before = { images: 9, mAP50: 0.5, perType: { dent: { AP50: 0.5 } } };
  const after = { images: 9, mAP50: 0.55, perType: { dent: { AP50: 0.7 }, missing_hubcap: { AP50: 0.4 } } };
  expect(
    compareFigures(before, after)
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['AP50 on validation photos', 'before', 'after'],
    ['dent', '50.0', '70.0'],
    ['missing_hubcap', '–', '40.0'],
    ['mean of all types', '50.0', '55.0'],
  ]);
});
