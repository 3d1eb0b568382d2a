import { describe, expect, it } from 'vitest';
import { cutOut } from './cut-out.ts';

/** 4 x 3 pixels; the red of each tells its place: row and column. */
const picture = {
  width: 4,
  height: 3,
  data: Uint8ClampedArray.from({ length: 48 }, (_, index) =>
    index % 4 === 0 ? 10 * Math.floor(index / 16) + ((index / 4) % 4) : 255,
  ),
};
const redsOf = ({ data }: { data: Uint8Array | Uint8ClampedArray }) =>
  [...data].filter((_, i) => i % 4 === 0);

describe('cutOut', () => {
  it('takes the pixels that the box touches', () => {
    const cut = cutOut(picture, { x0: 1.2, y0: 0.5, x1: 2.6, y1: 2 });
    expect([cut.width, cut.height]).toEqual([2, 2]);
    expect(redsOf(cut)).toEqual([1, 2, 11, 12]);
  });

  it('ends at the border, and is never empty', () => {
    expect(redsOf(cutOut(picture, { x0: 3, y0: 1, x1: 9, y1: 9 }))).toEqual([13, 23]);
    expect(redsOf(cutOut(picture, { x0: 40, y0: 40, x1: 50, y1: 50 }))).toEqual([23]);
  });
});
