import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundingBoxOf } from '../../domain/records/bounding-box.ts';
import type { Polygon } from '../../domain/records/view.ts';
import type { Point } from './drawing.ts';
import {
  addPoint,
  canRemovePoint,
  findHandle,
  getPosition,
  listHandles,
  moveHandle,
  type Outline,
  removePoint,
  toOutline,
  toView,
} from './outline.ts';

const size = { width: 1600, height: 1200 };
const triangle: Polygon = [
  [400, 300],
  [600, 300],
  [500, 500],
];
const viewOf = (...polygons: Polygon[]) => ({ polygons, boundingBox: boundingBoxOf(polygons) });
const box = toOutline({ polygons: [], boundingBox: { xmin: 400, ymin: 300, width: 200, height: 100 } }, size);
const polygon = toOutline(viewOf(triangle), size);

const outlines = fc.oneof(
  fc.constant(box),
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 1600 }), fc.integer({ min: 0, max: 1200 })), {
      minLength: 3,
      maxLength: 40,
    })
    .map((ring): Outline => toOutline(viewOf(ring as Polygon), size)),
);
const moves = fc.tuple(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }));

test('a moved outline stays on the photo, and the whole of it keeps its shape', () => {
  fc.assert(
    fc.property(outlines, moves, fc.nat(), (outline, by, choice) => {
      const handles = [{ kind: 'whole' } as const, ...listHandles(outline)];
      const handle = handles[choice % handles.length] ?? { kind: 'whole' };
      const moved = moveHandle(outline, handle, by as Point);
      const { xmin, ymin, width, height } = boundingBoxOf([...moved.rings]);
      expect(Math.min(xmin, ymin)).toBeGreaterThanOrEqual(0);
      expect(xmin + width).toBeLessThanOrEqual(size.width);
      expect(ymin + height).toBeLessThanOrEqual(size.height);
      if (handle.kind === 'whole')
        expect(boundingBoxOf([...moved.rings])).toMatchObject({
          width: boundingBoxOf([...outline.rings]).width,
          height: boundingBoxOf([...outline.rings]).height,
        });
    }),
  );
});

test('a resized box is still a box with an area', () => {
  fc.assert(
    fc.property(moves, fc.nat({ max: 7 }), (by, choice) => {
      const handle = listHandles(box)[choice];
      if (!handle) throw new Error('no handle');
      const view = toView(moveHandle(box, handle, by as Point));
      expect(view).toBeDefined();
      expect(toOutline(view ?? viewOf(), size).isBox).toBe(true);
    }),
  );
});

test('a corner of a box moves its two edges, an edge only itself', () => {
  const corner = toView(moveHandle(box, { kind: 'point', ring: 0, index: 2 }, [30, 20]));
  expect(corner?.boundingBox).toEqual({ xmin: 400, ymin: 300, width: 230, height: 120 });
  const edge = toView(moveHandle(box, { kind: 'middle', ring: 0, index: 3 }, [-30, 20]));
  expect(edge?.boundingBox).toEqual({ xmin: 370, ymin: 300, width: 230, height: 100 });
});

test('a pointer takes the nearest point, then the nearest middle, then the whole outline', () => {
  expect(findHandle(polygon, [410, 305], 20)).toEqual({ kind: 'point', ring: 0, index: 0 });
  expect(findHandle(polygon, [505, 295], 20)).toEqual({ kind: 'middle', ring: 0, index: 0 });
  expect(findHandle(polygon, [500, 370], 20)).toEqual({ kind: 'whole' });
  expect(findHandle(polygon, [100, 100], 20)).toBeUndefined();
});

test('a point is added between two and can be removed again, down to 3', () => {
  const more = addPoint(polygon, { kind: 'point', ring: 0, index: 0 });
  expect(more.rings[0]).toEqual([[400, 300], [500, 300], ...triangle.slice(1)]);
  const added = { kind: 'point', ring: 0, index: 1 } as const;
  expect(removePoint(more, added).rings).toEqual(polygon.rings);
  expect(canRemovePoint(polygon, added)).toBe(false);
  expect(removePoint(polygon, added)).toBe(polygon);
  expect(removePoint(box, added)).toBe(box);
  expect(addPoint(box, added)).toBe(box);
});

test('a rectangle is a box, with or without its polygon; others keep their points', () => {
  expect(toOutline(viewOf(...box.rings), size).isBox).toBe(true);
  expect(polygon.isBox).toBe(false);
  expect(toView(polygon)).toEqual(viewOf(triangle));
});

test('the outline of a model is simplified to at most 24 points, near the original', () => {
  const circle = Array.from({ length: 300 }, (_, index): Point => {
    const angle = (index / 300) * 2 * Math.PI;
    return [800 + 300 * Math.cos(angle), 600 + 300 * Math.sin(angle)];
  });
  const [ring = []] = toOutline(viewOf(circle), size).rings;
  expect(ring.length).toBeLessThanOrEqual(24);
  for (const [x, y] of ring) expect(Math.hypot(x - 800, y - 600)).toBeCloseTo(300, 0);
  const { width } = boundingBoxOf([ring]);
  expect(Math.abs(width - 600)).toBeLessThan(20);
});

test('the middle is between a point and the next, and the last one is followed by the first', () => {
  expect(getPosition(polygon, { kind: 'middle', ring: 0, index: 2 })).toEqual([450, 400]);
});
