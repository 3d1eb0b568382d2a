import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { createCrop } from './crop.ts';
import { mergeCrops } from './merge-crops.ts';
import { suppressNonMaxima } from './non-maximum-suppression.ts';

const photo = { width: 1000, height: 800, original: { width: 1000, height: 800 } };
const size = { width: 400, height: 320, canvas: { scale: 1, width: 416, height: 320 } };
/** Shows 300 to 700, 240 to 560. */
const crop = createCrop(photo, size, { x: 500, y: 400 });

const mask = (name: number): Point[][] => [[[name, name]]];
const at = (x0: number, score: number, name = 0, type = 0) => ({
  type,
  score,
  box: { x0, y0: 400, x1: x0 + 40, y1: 440 },
  polygons: mask(name),
});

describe('mergeCrops', () => {
  it('returns the weighted means of a detection that a crop confirms, and the mask of the better one', () => {
    const [merged, ...others] = mergeCrops([at(500, 0.4, 1)], [at(504, 0.8, 2)], [crop]);
    expect(others).toEqual([]);
    expect(merged?.score).toBeCloseTo(0.65 * 0.4 + 0.35 * 0.8);
    const weights = [0.65 * 0.4, 0.35 * 0.8] as const;
    expect(merged?.box.x0).toBeCloseTo((500 * weights[0] + 504 * weights[1]) / (weights[0] + weights[1]));
    expect(merged?.polygons).toEqual(mask(2));
    expect(mergeCrops([at(500, 0.9, 1)], [at(504, 0.8, 2)], [crop])[0]?.polygons).toEqual(mask(1));
  });

  it('lowers the score of a detection that a crop shows and does not confirm', () => {
    expect(mergeCrops([at(500, 0.4)], [], [crop])[0]?.score).toBeCloseTo(0.65 * 0.4);
    expect(mergeCrops([at(500, 0.4)], [at(500, 0.8, 0, 1)], [crop]).map(({ score }) => score)).toEqual([
      expect.closeTo(0.35 * 0.8),
      expect.closeTo(0.65 * 0.4),
    ]);
  });

  it('keeps a detection that no crop shows whole', () => {
    for (const x of [20, 280]) {
      const [kept] = mergeCrops([at(x, 0.4)], [], [crop]);
      expect(kept?.score).toBeCloseTo(0.4);
      expect(kept?.box.x0).toBeCloseTo(x);
    }
  });

  it('adds what only a crop shows, with the weight of a crop', () => {
    const [added] = mergeCrops([], [at(500, 0.8, 3)], [crop]);
    expect(added).toMatchObject({
      score: expect.closeTo(0.35 * 0.8),
      box: { x0: expect.closeTo(500), x1: expect.closeTo(540) },
      polygons: mask(3),
    });
  });

  const detections = fc
    .array(
      fc.record({
        type: fc.nat(1),
        score: fc.double({ min: 0.03, max: 0.99, noNaN: true }),
        box: fc
          .record({ x0: fc.nat(900), y0: fc.nat(700), side: fc.integer({ min: 20, max: 90 }) })
          .map(({ x0, y0, side }) => ({ x0, y0, x1: x0 + side, y1: y0 + side })),
        polygons: fc.constant(mask(0)),
      }),
      { maxLength: 20 },
    )
    .map((all) => suppressNonMaxima(all));

  it('never doubles a detection that a crop shows again, a little beside', () => {
    const shifts = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(detections, shifts, (all, shift) => {
        const closer = all
          .map((one, index) => {
            const by = shift[index] ?? 0;
            const { x0, y0, x1, y1 } = one.box;
            return { ...one, box: { x0: x0 + by, y0, x1: x1 + by, y1 } };
          })
          .filter(({ box }) => crop.isWhole(box));
        expect(mergeCrops(all, closer, [crop]).length).toBeLessThanOrEqual(all.length);
      }),
    );
  });

  it('changes nothing without crops', () => {
    fc.assert(
      fc.property(detections, (all) => {
        const merged = mergeCrops(all, [], []);
        expect(merged.map(({ score }) => score)).toEqual(all.map(({ score }) => expect.closeTo(score, 9)));
        expect(merged.map(({ box }) => box.y1)).toEqual(all.map(({ box }) => expect.closeTo(box.y1, 6)));
      }),
    );
  });
});
