import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rectangleQuad } from './quad.ts';
import { inReadingOrder, rowsOf } from './reading-order.ts';

const line = (name: string, left: number, top: number, height = 20) => ({
  name,
  quad: rectangleQuad(left, top, left + 100, top + height),
});

it('goes from top to bottom, and from left to right in a row', () => {
  const lines = [line('d', 0, 60), line('b', 120, 3), line('a', 0, 0), line('c', 240, -2)];
  expect(inReadingOrder(lines).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

it('does not join rows of different height that only touch', () => {
  expect(rowsOf([line('high', 0, 0, 60), line('low', 120, 40, 15)])).toHaveLength(2);
});

it('keeps every line, whatever the order it gets them in', () => {
  const lines = [line('a', 0, 0), line('b', 120, 0), line('c', 0, 40), line('d', 120, 40)];
  fc.assert(
    fc.property(fc.shuffledSubarray(lines, { minLength: 4 }), (shuffled) => {
      expect(inReadingOrder(shuffled).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    }),
  );
});
