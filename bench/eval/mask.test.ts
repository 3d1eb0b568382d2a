import { describe, expect, it } from 'vitest';
import { boxMask, fillPolygons, sharedArea } from './mask.ts';

describe('fillPolygons', () => {
  it('fills whole pixels of a rectangle', () => {
    expect(boxMask({ x0: 2, y0: 3, x1: 6, y1: 5 }).area).toBe(8);
  });

  it('fills about half of a square with a triangle', () => {
    const triangle = fillPolygons([
      [
        [0, 0],
        [100, 0],
        [0, 100],
      ],
    ]);
    expect(triangle.area / 10_000).toBeCloseTo(0.5, 1);
  });

  it('joins several polygons without counting a pixel twice', () => {
    const square = (x: number) => [
      [x, 0] as const,
      [x + 4, 0] as const,
      [x + 4, 4] as const,
      [x, 4] as const,
    ];
    expect(fillPolygons([square(0), square(2)]).area).toBe(24);
  });
});

describe('sharedArea', () => {
  it('counts the pixels of both', () => {
    expect(sharedArea(boxMask({ x0: 0, y0: 0, x1: 4, y1: 4 }), boxMask({ x0: 2, y0: 1, x1: 9, y1: 9 }))).toBe(
      6,
    );
  });

  it('is 0 for masks apart', () => {
    expect(sharedArea(boxMask({ x0: 0, y0: 0, x1: 4, y1: 4 }), boxMask({ x0: 5, y0: 0, x1: 9, y1: 9 }))).toBe(
      0,
    );
  });
});
