import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { textFigures } from './text-figures.ts';

describe('editDistance', () => {
  it('counts replaced, added and removed characters', () => {
    expect(editDistance('ABC', 'ABC')).toBe(0);
    expect(editDistance('ABC', 'AXC')).toBe(1);
    expect(editDistance('ABC', 'ABCD')).toBe(1);
    expect(editDistance('ABC', '')).toBe(3);
  });

  it('is symmetric and at most the length of the longer text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
      }),
    );
  });
});

describe('textFigures', () => {
  it('counts exact texts and wrong characters, ignoring separators', () => {
    const figures = textFigures([
      { truth: 'AB 123-CD', read: 'AB123CD', confidence: 0.9 },
      { truth: 'AB124CD', read: 'AB123CD', confidence: 0.8 },
      { truth: '98765', read: '', confidence: 0 },
    ]);
    expect(figures).toEqual({
      images: 3,
      exact: 1 / 3,
      characterErrorRate: 6 / 19,
      nothingFound: 1 / 3,
      exactOfSurerHalf: 1 / 2,
    });
  });
});
