import { describe, expect, it } from 'vitest';
import { check } from '../../domain/check.ts';
import { EXAMPLE_PRICING } from './example-pricing.ts';
import { priceTableSchema } from './pricing.ts';

describe('priceTableSchema', () => {
  it('accepts the example prices', () => {
    expect(check(priceTableSchema, EXAMPLE_PRICING, 'pricing')).toEqual(EXAMPLE_PRICING);
  });

  it.each([
    [{ currency: 'euro' }, /pricing\.currency: expected a currency code such as EUR/],
    [{ labourPerHour: 65.5 }, /pricing\.labourPerHour: expected a whole number of minor units/],
    [{ defaultClass: 'lorry' }, /a defaultClass that is one of the classes/],
    [{ classes: { medium: { partPrices: { flux: 1 } } } }, /pricing\.classes/],
    [{ margin: 2 }, /pricing\.margin: expected no such field/],
  ])('rejects %j', (over, message) => {
    expect(() => check(priceTableSchema, { ...EXAMPLE_PRICING, ...over }, 'pricing')).toThrow(message);
  });
});
