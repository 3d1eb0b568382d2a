import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_ZOOM, movedBy, UNZOOMED, type Zoom, zoomedAt } from './zoom.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.record({ x: share, y: share });
const step = fc.oneof(
  fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }), at: place }),
  fc.record({ by: fc.record({ x: fc.double({ min: -3, max: 3, noNaN: true }), y: share }) }),
);
const taken = (
  zoom: Zoom,
  one: { factor: number; at: Zoom | { x: number; y: number } } | { by: { x: number; y: number } },
) => ('by' in one ? movedBy(zoom, one.by) : zoomedAt(zoom, one.factor, one.at));

test('whatever a person does, the photo fills its frame and keeps within its sizes', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { scale, x, y } = steps.reduce(taken, UNZOOMED);
      expect(scale).toBeGreaterThanOrEqual(1);
      expect(scale).toBeLessThanOrEqual(MOST_ZOOM);
      for (const corner of [x, y]) {
        expect(corner).toBeLessThanOrEqual(0);
        expect(corner + scale).toBeGreaterThanOrEqual(1 - 1e-9);
      }
    }),
  );
});

test('what is under the finger stays there', () => {
  const at = { x: 0.25, y: 0.75 };
  const before = zoomedAt(UNZOOMED, 2, at);
  const after = zoomedAt(before, 1.5, at);
  const onPhoto = ({ scale, x, y }: Zoom) => [(at.x - x) / scale, (at.y - y) / scale];
  expect(onPhoto(after)).toEqual(onPhoto(before));
});
