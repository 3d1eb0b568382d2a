import { expect, test } from 'vitest';
import { toMinorUnits } from './money.ts';

test.each([
  [1.005, 'EUR', 101],
  [8.575, 'EUR', 858],
  [19.99, 'EUR', 1_999],
  [0.1 + 0.2, 'EUR', 30],
  [1_234.5, 'JPY', 1_235],
  [0, 'EUR', 0],
  [1e-7, 'EUR', 0],
])('toMinorUnits(%d, %s) is %d', (amount, currency, minorUnits) => {
  expect(toMinorUnits(amount, currency)).toBe(minorUnits);
});
