import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPoint, type StrokePoint, toPath } from './strokes.ts';

test('draws strokes as lines, and a tap as a dot', () => {
  expect(
    toPath([
      [
        [0, 0],
        [10, 5.04],
      ],
      [[3, 4]],
      [],
    ]),
  ).toBe('M0 0L10 5M3 4L4 4');
});

test('leaves out points that are too close to see', () => {
  const strokes = addPoint(addPoint([[[0, 0]]], [1, 1]), [10, 10]);
  expect(strokes).toEqual([
    [
      [0, 0],
      [10, 10],
    ],
  ]);
});

test('a path fits into the stored signature, however long somebody scribbles', () => {
  const coordinate = fc.double({ min: 0, max: 600, noNaN: true });
  const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3_000, maxLength: 3_000 });
  fc.assert(
    fc.property(points, (list) => {
      const strokes = list.reduce<StrokePoint[][]>((all, point) => addPoint(all, point), [[]]);
      expect(toPath(strokes).length).toBeLessThan(20_000);
      expect(toPath(strokes)).toMatch(/^[ML0-9 .-]*$/);
    }),
    { numRuns: 3 },
  );
});
