import { describe, expect, it } from 'vitest';
import type { Point } from '../../analysis/geometry/polygon.ts';
import { placeNumbers } from './place-numbers.ts';

const photo = { width: 200, height: 100 };
const label = (x: number, y: number, side = 20) => ({
  outline: [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ] satisfies Point[],
  width: 10,
  height: 10,
});

describe('placeNumbers', () => {
  it('places a number beside its outline', () => {
    expect(placeNumbers([label(50, 50)], photo)).toEqual([{ x: 40, y: 40 }]);
  });

  it('keeps numbers inside the photo', () => {
    expect(placeNumbers([label(0, 0)], photo)).toEqual([{ x: 0, y: 0 }]);
    expect(placeNumbers([label(190, 90)], photo)).toEqual([{ x: 180, y: 80 }]);
  });

  it('keeps numbers from overlapping', () => {
    const places = placeNumbers([label(50, 40), label(50, 40), label(50, 40), label(50, 40)], photo);
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= 10 || Math.abs(a.y - b.y) >= 10).toBe(true);
      }
    }
  });
});
