import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rectangleQuad } from './quad.ts';
import { groupIntoRows, sortInReadingOrder } from './reading-order.ts';

const line = (name: string, left: number, top: number, height = 20) => ({
  name,
  quad: rectangleQuad(left, top, left + 100, top + height),
});

it('sorts from top to bottom, and a row from left to right', () => {
  const lines = [line('d', 0, 60), line('b', 120, 3), line('a', 0, 0), line('c', 240, -2)];
  expect(sortInReadingOrder(lines).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

it('keeps rows of different heights apart that only touch', () => {
  expect(groupIntoRows([line('high', 0, 0, 60), line('low', 120, 40, 15)])).toHaveLength(2);
});

it('does not depend on the input order', () => {
  const lines = [line('a', 0, 0), line('b', 120, 0), line('c', 0, 40), line('d', 120, 40)];
  fc.assert(
    fc.property(fc.shuffledSubarray(lines, { minLength: 4 }), (shuffled) => {
      expect(sortInReadingOrder(shuffled).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    }),
  );
});
