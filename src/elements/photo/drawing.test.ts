import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawnView,
  isClosed,
  moveTo,
  nudge,
  type Point,
  setPoint,
  startDrawing,
  takeBack,
} from './drawing.ts';

const size = { width: 1600, height: 1200 };
const withPoints = (tool: 'box' | 'polygon', points: Point[]) =>
  points.reduce((drawing, point) => setPoint(moveTo(drawing, point)), startDrawing(tool, size));

test('a box is two corners, in whichever order', () => {
  const box = withPoints('box', [
    [600, 450],
    [400, 300],
  ]);
  expect(isClosed(box)).toBe(true);
  expect(drawnView(box)?.boundingBox).toEqual({ xmin: 400, ymin: 300, width: 200, height: 150 });
  expect(drawnView(box)?.polygons[0]).toHaveLength(4);
});

test('a polygon is closed by its first point, which it has once', () => {
  const open = withPoints('polygon', [
    [100, 100],
    [300, 100],
    [300, 300],
  ]);
  expect(isClosed(open)).toBe(false);
  expect(drawnView(open)?.polygons).toEqual([open.points]); // a person may also say that it is finished
  const closed = setPoint(moveTo(open, [105, 95]));
  expect(isClosed(closed)).toBe(true);
  expect(drawnView(closed)?.polygons).toEqual([open.points]);
});

test('what encloses nothing is no view', () => {
  expect(drawnView(startDrawing('polygon', size))).toBeUndefined();
  expect(
    drawnView(
      withPoints('box', [
        [10, 10],
        [10, 90],
      ]),
    ),
  ).toBeUndefined();
  expect(
    drawnView(
      takeBack(
        withPoints('polygon', [
          [0, 0],
          [9, 0],
          [9, 9],
        ]),
      ),
    ),
  ).toBeUndefined();
});

test('whatever is drawn lies on the photo, so that the library takes it', () => {
  const far = fc.integer({ min: -5000, max: 5000 });
  fc.assert(
    fc.property(fc.constantFrom('box', 'polygon'), fc.array(fc.tuple(far, far)), (tool, points) => {
      const view = drawnView(withPoints(tool, points));
      if (!view) return;
      const { xmin, ymin, width, height } = view.boundingBox;
      expect(Math.min(xmin, ymin)).toBeGreaterThanOrEqual(0);
      expect(xmin + width).toBeLessThanOrEqual(size.width);
      expect(ymin + height).toBeLessThanOrEqual(size.height);
    }),
  );
});

test('the keyboard starts in the middle and moves by shares of the photo', () => {
  expect(nudge(startDrawing('box', size), 0.01, -0.1).cursor).toEqual([816, 440]);
});
