import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ruler, wrap } from './wrap.ts';

/** Every letter is as wide as the font is large. */
const ruler: Ruler = { widthOfTextAtSize: (text, size) => text.length * size };

describe('wrapping', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one\ntwo', 10, ['one', 'two']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
    ['', 4, ['']],
  ])('%j in %i letters → %j', (text, width, lines) => {
    expect(wrap(text, ruler, 1, width)).toEqual(lines);
  });

  it('never makes a line too wide, and loses nothing but blanks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (some, width) => {
        const lines = wrap(some, ruler, 1, width);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(some.replace(/\s/g, ''));
      }),
    );
  });

  it('ends where not even one letter fits', () => {
    expect(wrap('abc', ruler, 10, 5)).toEqual(['a', 'b', 'c']);
  });
});
