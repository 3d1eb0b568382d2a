import { expectTypeOf, test } from 'vitest';
import type { PriceTable, PriceTableInput, priceTableSchema } from '../analysis/estimate/pricing.ts';
import type { Checked, Input, Matches } from '../domain/check.ts';

test('the price table has the fields of its schema', () => {
  expectTypeOf<Matches<Input<typeof priceTableSchema>, PriceTableInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Checked<typeof priceTableSchema>, PriceTable>>().toEqualTypeOf<true>();
});
