import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meanDrawing } from './drawing.ts';

const corner = fc.record({
  x: fc.nat(100),
  y: fc.nat(100),
  width: fc.integer({ min: 1, max: 100 }),
  height: fc.integer({ min: 1, max: 100 }),
});
const drawing = fc
  .tuple(
    corner,
    fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      { minLength: 3 },
    ),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  )
  .map(([{ x, y, width, height }, ring, weight]) => ({
    weight,
    box: { x0: x, y0: y, x1: x + width, y1: y + height },
    polygons: [ring.map(([u, v]): [number, number] => [x + u * width, y + v * height])],
  }));

it('lies between the boxes, nearer to the weightier one', () => {
  const at = (x0: number, weight: number) => ({
    weight,
    box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
    polygons: [],
  });
  expect(meanDrawing(at(0, 3), at(4, 1)).box).toEqual({ x0: 1, y0: 0, x1: 11, y1: 10 });
});

it('of one drawing is that drawing', () => {
  fc.assert(
    fc.property(drawing, (one) => {
      const { box, polygons } = meanDrawing(one);
      expect(box.x0).toBeCloseTo(one.box.x0);
      polygons.flat().forEach(([x, y], index) => {
        expect(x).toBeCloseTo(one.polygons.flat()[index]?.[0] ?? Number.NaN);
        expect(y).toBeCloseTo(one.polygons.flat()[index]?.[1] ?? Number.NaN);
      });
    }),
  );
});

it('keeps the outline in the box', () => {
  fc.assert(
    fc.property(drawing, drawing, (one, other) => {
      const { box, polygons } = meanDrawing(one, other);
      for (const [x, y] of polygons.flat()) {
        expect(x).toBeGreaterThanOrEqual(box.x0 - 1e-6);
        expect(x).toBeLessThanOrEqual(box.x1 + 1e-6);
        expect(y).toBeGreaterThanOrEqual(box.y0 - 1e-6);
        expect(y).toBeLessThanOrEqual(box.y1 + 1e-6);
      }
    }),
  );
});
