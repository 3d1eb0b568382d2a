import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iou } from '../geometry/box.ts';
import { NMS_IOU, suppressNonMaxima } from './non-maximum-suppression.ts';

const at = (x0: number, score: number, type = 0) => ({
  type,
  score,
  box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
});

describe('suppressNonMaxima', () => {
  it('keeps the better of two overlapping boxes of a type', () => {
    expect(suppressNonMaxima([at(0, 0.5), at(2, 0.9)]).map(({ score }) => score)).toEqual([0.9]);
  });

  it('keeps overlapping boxes of different types', () => {
    expect(suppressNonMaxima([at(0, 0.9, 0), at(0, 0.5, 1)])).toHaveLength(2);
  });

  it('keeps one of two nested boxes, for disjoint types', () => {
    const whole = { type: 0, score: 0.9, box: { x0: 0, y0: 0, x1: 30, y1: 30 } };
    const inside = at(15, 0.5);
    expect(suppressNonMaxima([whole, inside])).toEqual([whole, inside]);
    expect(suppressNonMaxima([whole, inside], (type) => type === 0)).toEqual([whole]);
    expect(suppressNonMaxima([{ ...whole, score: 0.4 }, inside], () => true)).toEqual([inside]);
    expect(suppressNonMaxima([whole, at(27, 0.5)], () => true)).toHaveLength(2);
  });

  it('keeps the best boxes of each type, up to the maximum', () => {
    const many = Array.from({ length: 102 }, (_, index) => at(index * 20, (index + 1) / 200));
    const other = at(0, 0.001, 1);
    const scores = suppressNonMaxima([...many, other]).map(({ score }) => score);
    expect(scores).toHaveLength(101);
    expect(scores.slice(-2)).toEqual([3 / 200, 0.001]);
  });

  it('removes only boxes that overlap a better one of their type, in any input order', () => {
    const scored = fc.record({
      type: fc.nat(1),
      score: fc.double({ min: 0.01, max: 1, noNaN: true }),
      box: fc
        .tuple(fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
        .map(([x0, y0, w, h]) => ({ x0, y0, x1: x0 + w, y1: y0 + h })),
    });
    fc.assert(
      fc.property(fc.uniqueArray(scored, { selector: ({ score }) => score, maxLength: 30 }), (boxes) => {
        const scores = suppressNonMaxima(boxes).map(({ score }) => score);
        expect(suppressNonMaxima([...boxes].reverse()).map(({ score }) => score)).toEqual(scores);
        for (const one of boxes.filter(({ score }) => !scores.includes(score))) {
          const better = boxes.filter((other) => scores.includes(other.score) && other.score > one.score);
          expect(better.some((other) => other.type === one.type && iou(other.box, one.box) > NMS_IOU)).toBe(
            true,
          );
        }
      }),
    );
  });
});
