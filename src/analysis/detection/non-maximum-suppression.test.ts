import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap } from '../geometry/box.ts';
import { SUPPRESSION, suppress } from './non-maximum-suppression.ts';

const at = (x0: number, score: number, type = 0) => ({
  type,
  score,
  box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
});

describe('suppress', () => {
  it('keeps the better of two boxes of a type that overlap', () => {
    expect(suppress([at(0, 0.5), at(2, 0.9)]).map(({ score }) => score)).toEqual([0.9]);
  });

  it('keeps overlapping boxes of different types', () => {
    expect(suppress([at(0, 0.9, 0), at(0, 0.5, 1)])).toHaveLength(2);
  });

  it('keeps one of two where one lies in the other, for types whose things lie apart', () => {
    const whole = { type: 0, score: 0.9, box: { x0: 0, y0: 0, x1: 30, y1: 30 } };
    const inside = at(15, 0.5);
    expect(suppress([whole, inside])).toEqual([whole, inside]);
    expect(suppress([whole, inside], (type) => type === 0)).toEqual([whole]);
    expect(suppress([{ ...whole, score: 0.4 }, inside], () => true)).toEqual([inside]);
    expect(suppress([whole, at(27, 0.5)], () => true)).toHaveLength(2);
  });

  it('keeps the best of each type when there are too many of it', () => {
    const many = Array.from({ length: 5 }, (_, index) => at(index * 20, (index + 1) / 10));
    const other = at(0, 0.05, 1);
    const kept = suppress([...many, other], undefined, { ...SUPPRESSION, limit: 2 });
    expect(kept.map(({ score }) => score)).toEqual([0.5, 0.4, 0.05]);
  });

  it('hides only what overlaps something better of its type, whatever the order', () => {
    const scored = fc.record({
      type: fc.nat(1),
      score: fc.double({ min: 0.01, max: 1, noNaN: true }),
      box: fc
        .tuple(fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
        .map(([x0, y0, w, h]) => ({ x0, y0, x1: x0 + w, y1: y0 + h })),
    });
    fc.assert(
      fc.property(fc.uniqueArray(scored, { selector: ({ score }) => score, maxLength: 30 }), (found) => {
        const scores = suppress(found).map(({ score }) => score);
        expect(suppress([...found].reverse()).map(({ score }) => score)).toEqual(scores);
        for (const one of found.filter(({ score }) => !scores.includes(score))) {
          const better = found.filter((other) => scores.includes(other.score) && other.score > one.score);
          expect(
            better.some(
              (other) => other.type === one.type && overlap(other.box, one.box) > SUPPRESSION.overlap,
            ),
          ).toBe(true);
        }
      }),
    );
  });
});
