import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { PART_TYPES } from '../enums.ts';
import { LIMITS } from '../limits.ts';
import { toMinorUnits } from '../money.ts';
import { createSeveritySchema, updateSeveritySchema } from './severity.ts';

test('a price is at most so high that the sum over all parts is exact, also in a currency with three decimals', () => {
  const minorUnits = toMinorUnits(LIMITS.price, 'KWD');
  expect(minorUnits).toBe(LIMITS.price * 1_000);
  expect(Number.isSafeInteger(minorUnits * PART_TYPES.length)).toBe(true);
  expect(check(updateSeveritySchema, { pricing: LIMITS.price }, 'severity').pricing).toBe(LIMITS.price);
});

test.each([LIMITS.price + 1, Number.MAX_VALUE])('a price of %d is rejected', (pricing) => {
  const error = expect.objectContaining({
    code: 'invalid_input',
    details: expect.objectContaining({ path: 'severity.pricing' }),
  });
  expect(() => check(createSeveritySchema, { label: 'hood', pricing }, 'severity')).toThrow(error);
  expect(() => check(updateSeveritySchema, { pricing }, 'severity')).toThrow(error);
});
