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
    expect(figures).toMatchObject({
      images: 3,
      exact: 1 / 3,
      characterErrorRate: 6 / 19,
      nothingFound: 1 / 3,
      exactOfSurerHalf: 1 / 2,
    });
  });
  it('compares confidence with accuracy, row by row', () => {
    const { reliability, sure, calibrationError } = textFigures([
      { truth: 'A1', read: 'A1', confidence: 0.96 },
      { truth: 'A2', read: 'A2', confidence: 0.92 },
      { truth: 'A3', read: 'AB', confidence: 0.92 },
      { truth: 'A4', read: '', confidence: 0 },
    ]);
    expect(reliability).toEqual([
      { from: 0, images: 1, confidence: 0, exact: 0 },
      { from: 0.9, images: 2, confidence: 0.92, exact: 1 / 2 },
      { from: 0.95, images: 1, confidence: 0.96, exact: 1 },
    ]);
    expect(sure).toEqual({ images: 3, exact: 2 / 3 });
    expect(calibrationError).toBeCloseTo(0.42 / 2 + 0.04 / 4);
  });
});
