import { expect, test } from 'vitest';
import { formatMoney, toMajorUnits, toMinorUnits } from './money.ts';

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

test('converts between minor units, major units and text', () => {
  expect([toMinorUnits(99.5, 'EUR'), toMinorUnits(1200, 'JPY')]).toEqual([9950, 1200]);
  expect([toMajorUnits(9950, 'EUR'), toMajorUnits(1200, 'JPY')]).toEqual([99.5, 1200]);
  expect(formatMoney(123456, 'EUR', 'en')).toBe('€1,234.56');
  expect(formatMoney(123456, 'EUR', 'fr')).toMatch(/^1.234,56.€$/);
});
