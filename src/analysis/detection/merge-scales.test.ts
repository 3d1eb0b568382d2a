import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeScales } from './merge-scales.ts';
import { suppressNonMaxima } from './non-maximum-suppression.ts';

const at = (x0: number, score: number, type = 0) => ({
  type,
  score,
  box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
});
const scale = fc
  .array(
    fc.record({
      type: fc.nat(1),
      score: fc.double({ min: 0.01, max: 1, noNaN: true }),
      box: fc
        .record({ x0: fc.nat(40), y0: fc.nat(40), side: fc.integer({ min: 5, max: 30 }) })
        .map(({ x0, y0, side }) => ({ x0, y0, x1: x0 + side, y1: y0 + side })),
    }),
    { maxLength: 12 },
  )
  .map((boxes) => suppressNonMaxima(boxes));

describe('mergeScales', () => {
  it('merges overlapping candidates of two scales, with their mean score', () => {
    const [one, other] = [at(0, 0.4), at(2, 0.8)];
    expect(mergeScales([[one], [other]])).toEqual([
      { type: 0, score: (0.4 + 0.8) / 2, candidates: [one, other] },
    ]);
  });

  it('keeps apart candidates that do not overlap or have different types', () => {
    expect(mergeScales([[at(0, 0.8)], [at(8, 0.6)]]).map(({ score }) => score)).toEqual([0.4, 0.3]);
    expect(mergeScales([[at(0, 0.8)], [at(0, 0.6, 1)]])).toHaveLength(2);
  });

  it('adds a candidate to the best object that it overlaps, and to no other', () => {
    const [left, right, between] = [at(0, 0.9), at(6, 0.5), at(3, 0.8)];
    expect(mergeScales([[left, right], [between]])).toEqual([
      { type: 0, score: (0.9 + 0.8) / 2, candidates: [left, between] },
      { type: 0, score: 0.25, candidates: [right] },
    ]);
  });

  it('returns the candidates of a single scale, and of equal scales, unchanged', () => {
    fc.assert(
      fc.property(scale, (boxes) => {
        expect(mergeScales([boxes]).map(({ score }) => score)).toEqual(boxes.map(({ score }) => score));
        const copy = structuredClone(boxes);
        expect(mergeScales([boxes, copy]).map(({ score }) => score)).toEqual(boxes.map(({ score }) => score));
      }),
    );
  });

  it('uses each candidate once, and at most one of each scale per object', () => {
    fc.assert(
      fc.property(fc.array(scale, { minLength: 1, maxLength: 3 }), (scales) => {
        const merged = mergeScales(scales);
        const used = merged.flatMap(({ candidates }) => [...candidates]);
        expect(new Set(used).size).toBe(used.length);
        for (const { candidates } of merged)
          for (const one of scales)
            expect(candidates.filter((candidate) => one.includes(candidate)).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
