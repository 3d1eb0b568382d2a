import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels, type Rectangle, type UnplacedLabel } from './mark-labels.ts';

const frame = { width: 390, height: 290 };
const label = (outline: Rectangle, over: Partial<UnplacedLabel> = {}): UnplacedLabel => ({
  width: 90,
  height: 20,
  outline,
  isSelected: false,
  ...over,
});
const labels = fc.array(
  fc
    .record({
      x: fc.integer({ min: -100, max: 420 }),
      y: fc.integer({ min: -100, max: 320 }),
      width: fc.integer({ min: 2, max: 390 }),
      height: fc.integer({ min: 2, max: 290 }),
      labelWidth: fc.integer({ min: 40, max: 160 }),
    })
    .map(({ labelWidth, ...outline }) => label(outline, { width: labelWidth })),
  { maxLength: 14 },
);

test('no two labels overlap, and all are inside the photo', () => {
  fc.assert(
    fc.property(labels, (all) => {
      const placed = placeLabels(all, frame).filter((place) => place !== undefined);
      for (const [index, place] of placed.entries()) {
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.y).toBeGreaterThanOrEqual(0);
        expect(place.x + place.width).toBeLessThanOrEqual(frame.width);
        expect(place.y + place.height).toBeLessThanOrEqual(frame.height);
        for (const other of placed.slice(index + 1)) expect(overlap(place, other)).toBe(false);
      }
    }),
  );
});

test('the label of a selected outline in sight is always placed', () => {
  fc.assert(
    fc.property(labels, fc.nat(), (all, position) => {
      fc.pre(all.length > 0);
      const index = position % all.length;
      const selected = all.map((one, at) => ({ ...one, isSelected: at === index }));
      const isInSight = overlap(selected[index]?.outline ?? never, { x: 0, y: 0, ...frame });
      expect(placeLabels(selected, frame)[index] !== undefined).toBe(isInSight);
    }),
  );
});

test('a label is above its outline, below it at the upper edge, inside it if it fills the photo', () => {
  const middle = { x: 100, y: 100, width: 90, height: 60 };
  expect(placeLabels([label(middle)], frame)).toEqual([{ x: 100, y: 76, width: 90, height: 20 }]);
  expect(placeLabels([label({ ...middle, y: 4 })], frame)[0]?.y).toBe(68);
  expect(placeLabels([label({ x: 0, y: 0, ...frame })], frame)[0]?.y).toBe(4);
});

test('a label moves to where it covers no other outline', () => {
  const lower = { x: 100, y: 100, width: 90, height: 60 };
  const upper = { x: 100, y: 80, width: 90, height: 15 };
  const [place] = placeLabels([label(lower), label(upper)], frame);
  expect(place?.y).toBe(164);
});

test('labels of outlines side by side are both shown', () => {
  const left = { x: 100, y: 100, width: 30, height: 30 };
  expect(placeLabels([label(left), label({ ...left, x: 140 })], frame).every(Boolean)).toBe(true);
});

const never: Rectangle = { x: 0, y: 0, width: 0, height: 0 };

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
