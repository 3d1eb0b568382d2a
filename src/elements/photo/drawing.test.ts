import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getArrowStep } from './arrow-step.ts';
import {
  isClosed,
  moveCursor,
  moveCursorBy,
  type Point,
  removePoint,
  setPoint,
  startDrawing,
  toDrawnView,
} from './drawing.ts';

const size = { width: 1600, height: 1200 };
const drawPoints = (tool: 'box' | 'polygon', points: Point[]) =>
  points.reduce((drawing, point) => setPoint(moveCursor(drawing, point)), startDrawing(tool, size));

test('a box has two corners, in any order', () => {
  const box = drawPoints('box', [
    [600, 450],
    [400, 300],
  ]);
  expect(isClosed(box)).toBe(true);
  expect(toDrawnView(box)?.boundingBox).toEqual({ xmin: 400, ymin: 300, width: 200, height: 150 });
  expect(toDrawnView(box)?.polygons[0]).toHaveLength(4);
});

test('a polygon is closed by its first point, which is not repeated', () => {
  const open = drawPoints('polygon', [
    [100, 100],
    [300, 100],
    [300, 300],
  ]);
  expect(isClosed(open)).toBe(false);
  expect(toDrawnView(open)?.polygons).toEqual([open.points]); // the user may also press Finish
  const closed = setPoint(moveCursor(open, [105, 95]));
  expect(isClosed(closed)).toBe(true);
  expect(toDrawnView(closed)?.polygons).toEqual([open.points]);
});

test('an outline without area is no view', () => {
  expect(toDrawnView(startDrawing('polygon', size))).toBeUndefined();
  expect(
    toDrawnView(
      drawPoints('box', [
        [10, 10],
        [10, 90],
      ]),
    ),
  ).toBeUndefined();
  expect(
    toDrawnView(
      removePoint(
        drawPoints('polygon', [
          [0, 0],
          [9, 0],
          [9, 9],
        ]),
      ),
    ),
  ).toBeUndefined();
});

test('every drawn view is inside the photo', () => {
  const far = fc.integer({ min: -5000, max: 5000 });
  fc.assert(
    fc.property(fc.constantFrom('box', 'polygon'), fc.array(fc.tuple(far, far)), (tool, points) => {
      const view = toDrawnView(drawPoints(tool, points));
      if (!view) return;
      const { xmin, ymin, width, height } = view.boundingBox;
      expect(Math.min(xmin, ymin)).toBeGreaterThanOrEqual(0);
      expect(xmin + width).toBeLessThanOrEqual(size.width);
      expect(ymin + height).toBeLessThanOrEqual(size.height);
    }),
  );
});

test('the cursor starts in the middle and moves with the arrow keys, further with Shift', () => {
  const drawing = startDrawing('box', size);
  const press = (key: string, shiftKey: boolean) =>
    moveCursorBy(drawing, getArrowStep({ key, shiftKey }, size) ?? [0, 0]).cursor;
  expect(press('ArrowRight', false)).toEqual([816, 600]);
  expect(press('ArrowUp', true)).toEqual([800, 520]);
  expect(getArrowStep({ key: 'a', shiftKey: false }, size)).toBeUndefined();
});
