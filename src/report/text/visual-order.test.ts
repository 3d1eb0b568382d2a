import { expect, test } from 'vitest';
import { toVisualOrder } from './visual-order.ts';

/** Here, capital letters stand for right-to-left words. */
const isRightToLeft = (char: string) => /[A-Z]/.test(char);

test.each([
  ['left to right', 'left to right'],
  ['mr A', 'mr A'],
  ['mr A B, paris', 'mr B A, paris'],
  ['A 12/3 B, cairo', 'B 12/3 A, cairo'],
  ['A 12', '12 A'],
  ['12 A', '12 A'],
  ['A (B) c', '(B) A c'],
  ['A b C', 'A b C'],
])('the characters of %j from left to right: %j', (line, expected) => {
  expect(toVisualOrder(line, isRightToLeft)).toBe(expected);
});
