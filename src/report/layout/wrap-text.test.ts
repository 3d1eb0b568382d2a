import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Every letter is 1 wide. */
const measure = (text: string) => [...text].length;

describe('wrapText', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one\ntwo', 10, ['one', 'two']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
    ['', 4, ['']],
    ['🚗🚙🚕', 2, ['🚗🚙', '🚕']],
  ])('wraps %j at %i letters: %j', (text, width, lines) => {
    expect(wrapText(text, measure, width)).toEqual(lines);
  });

  it('never exceeds the width and drops only spaces', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (some, width) => {
        const lines = wrapText(some, measure, width);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(some.replace(/\s/g, ''));
      }),
    );
  });

  it('puts one letter on each line if none fits', () => {
    expect(wrapText('abc', (text) => text.length * 10, 5)).toEqual(['a', 'b', 'c']);
  });
});
