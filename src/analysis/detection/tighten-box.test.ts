import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { tightenBox } from './tighten-box.ts';

const box = { x0: 10, y0: 20, x1: 110, y1: 60 };
const within = fc
  .tuple(fc.double({ min: 10, max: 110, noNaN: true }), fc.double({ min: 20, max: 60, noNaN: true }))
  .map(([x, y]): Point => [x, y]);

it('moves each side a quarter of the way to the outline', () => {
  const outline: Point[] = [
    [30, 24],
    [102, 24],
    [102, 60],
  ];
  expect(tightenBox(box, [outline])).toEqual({ x0: 15, y0: 21, x1: 108, y1: 60 });
});

it('considers every island of the outline', () => {
  const [left, right]: Point[][] = [
    [
      [10, 20],
      [14, 30],
      [10, 30],
    ],
    [
      [100, 50],
      [110, 60],
      [100, 60],
    ],
  ];
  expect(tightenBox(box, [left ?? [], right ?? []])).toEqual(box);
});

it('stays inside the box and contains the outline', () => {
  fc.assert(
    fc.property(fc.array(within, { minLength: 3 }), (ring) => {
      const { x0, y0, x1, y1 } = tightenBox(box, [ring]);
      const slack = 1e-9;
      expect(x0).toBeGreaterThanOrEqual(box.x0);
      expect(y0).toBeGreaterThanOrEqual(box.y0);
      expect(x1).toBeLessThanOrEqual(box.x1);
      expect(y1).toBeLessThanOrEqual(box.y1);
      for (const [x, y] of ring) {
        expect(x >= x0 - slack && x <= x1 + slack && y >= y0 - slack && y <= y1 + slack).toBe(true);
      }
    }),
  );
});
