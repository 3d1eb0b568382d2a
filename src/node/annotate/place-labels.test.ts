import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, placeLabels } from './place-labels.ts';

const picture = { width: 800, height: 600 };
const size = { width: 90, height: 20 };

describe('placeLabels', () => {
  it('places a label above its box', () => {
    const [place] = placeLabels([{ box: { x: 100, y: 100, width: 60, height: 40 }, size }], picture);
    expect(place).toEqual({ x: 100, y: 80, ...size });
  });

  it('at the upper edge, places it inside a large box and below a small one', () => {
    const large = { x: 100, y: 5, width: 300, height: 200 };
    const small = { x: 500, y: 5, width: 50, height: 30 };
    const [first, second] = placeLabels(
      [
        { box: large, size },
        { box: small, size },
      ],
      picture,
    );
    expect(first).toMatchObject({ x: 100, y: 5 });
    expect(second).toMatchObject({ x: 500, y: 35 });
  });

  it('keeps labels of the same box apart', () => {
    const box = { x: 100, y: 100, width: 60, height: 40 };
    const places = placeLabels(Array(6).fill({ box, size }), picture);
    const pairs = places.flatMap((a, index) => places.slice(index + 1).map((b) => overlaps(a, b)));
    expect(pairs).not.toContain(true);
  });

  it('keeps every label inside the picture', () => {
    const label = fc.record({
      box: fc.record({
        x: fc.nat(800),
        y: fc.nat(600),
        width: fc.integer({ min: 1, max: 800 }),
        height: fc.integer({ min: 1, max: 600 }),
      }),
      size: fc.constant(size),
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
        for (const { x, y } of placeLabels(labels, picture)) {
          expect(x >= 0 && x + size.width <= 800 && y >= 0 && y + size.height <= 600).toBe(true);
        }
      }),
    );
  });
});
