import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeScaledSize } from './photo-scaler.ts';
import { scaleRegion } from './scale-region.ts';

const side = fc.integer({ min: 40, max: 9_000 });
/** Relative coordinates, often at the edges. */
const place = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

test('a region within a photo stays within the scaled photo, also at its edges', () => {
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0.02, max: 0.98, noNaN: true }),
      fc.tuple(place, place, place, place),
      (width, height, share, [a, b, c, d]) => {
        const [x0, x1] = [Math.min(a, b) * width, Math.max(a, b) * width];
        const [y0, y1] = [Math.min(c, d) * height, Math.max(c, d) * height];
        fc.pre(x1 > x0 && y1 > y0);
        const remote = computeScaledSize({ width, height }, Math.max(1, Math.floor(width * height * share)));
        const region = {
          polygons: [
            [
              [x0, y0],
              [x1, y0],
              [x1, y1],
            ] as [number, number][],
          ],
          boundingBox: {
            xmin: x0,
            ymin: y0,
            width: Math.min(x1 - x0, width - x0),
            height: Math.min(y1 - y0, height - y0),
          },
        };
        const { polygons, boundingBox: box } = scaleRegion(region, remote.scale, { width, height });
        expect(box.xmin + box.width).toBeLessThanOrEqual(remote.width);
        expect(box.ymin + box.height).toBeLessThanOrEqual(remote.height);
        expect(Math.min(box.xmin, box.ymin)).toBeGreaterThanOrEqual(0);
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
        for (const [x, y] of polygons.flat()) {
          expect(x).toBeLessThanOrEqual(remote.width);
          expect(y).toBeLessThanOrEqual(remote.height);
        }
        expect(Math.abs(box.xmin - x0 * remote.scale)).toBeLessThanOrEqual(0.6);
        expect(Math.abs(box.ymin + box.height - y1 * remote.scale)).toBeLessThanOrEqual(0.6);
      },
    ),
    { numRuns: 2_000 },
  );
});
