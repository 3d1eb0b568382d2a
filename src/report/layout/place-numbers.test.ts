import { describe, expect, it } from 'vitest';
import type { Point } from '../../analysis/geometry/polygon.ts';
import { placeNumbers } from './place-numbers.ts';

const picture = { width: 200, height: 100 };
const chip = (x: number, y: number, side = 20) => ({
  around: [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ] satisfies Point[],
  width: 10,
  height: 10,
});

describe('numbers on a photo', () => {
  it('stand beside their outline, not on it', () => {
    expect(placeNumbers([chip(50, 50)], picture)).toEqual([{ x: 40, y: 40 }]);
  });

  it('stay inside the picture', () => {
    expect(placeNumbers([chip(0, 0)], picture)).toEqual([{ x: 0, y: 0 }]);
    expect(placeNumbers([chip(190, 90)], picture)).toEqual([{ x: 180, y: 80 }]);
  });

  it('do not cover each other', () => {
    const places = placeNumbers([chip(50, 40), chip(50, 40), chip(50, 40), chip(50, 40)], picture);
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= 10 || Math.abs(a.y - b.y) >= 10).toBe(true);
      }
    }
  });
});
