import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INITIAL_ZOOM, MAX_SCALE, moveBy, type Zoom, zoomAt } from './zoom.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: share, y: share });
const step = fc.oneof(
  fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }), at: point }),
  fc.record({ by: fc.record({ x: fc.double({ min: -3, max: 3, noNaN: true }), y: share }) }),
);
const apply = (
  zoom: Zoom,
  one: { factor: number; at: Zoom | { x: number; y: number } } | { by: { x: number; y: number } },
) => ('by' in one ? moveBy(zoom, one.by) : zoomAt(zoom, one.factor, one.at));

test('the photo always fills its frame, and the scale stays within its limits', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { scale, x, y } = steps.reduce(apply, INITIAL_ZOOM);
      expect(scale).toBeGreaterThanOrEqual(1);
      expect(scale).toBeLessThanOrEqual(MAX_SCALE);
      for (const corner of [x, y]) {
        expect(corner).toBeLessThanOrEqual(0);
        expect(corner + scale).toBeGreaterThanOrEqual(1 - 1e-9);
      }
    }),
  );
});

test('the point under the finger stays there while zooming', () => {
  const at = { x: 0.25, y: 0.75 };
  const before = zoomAt(INITIAL_ZOOM, 2, at);
  const after = zoomAt(before, 1.5, at);
  const onPhoto = ({ scale, x, y }: Zoom) => [(at.x - x) / scale, (at.y - y) / scale];
  expect(onPhoto(after)).toEqual(onPhoto(before));
});
