import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agree } from './merge-scales.ts';
import { suppress } from './non-maximum-suppression.ts';

const at = (x0: number, score: number, type = 0) => ({
  type,
  score,
  box: { x0, y0: 0, x1: x0 + 10, y1: 10 },
});
const look = fc
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
  .map((sights) => suppress(sights));

describe('agree', () => {
  it('takes what two looks have in one place for one thing, as sure as both on average', () => {
    const [one, other] = [at(0, 0.4), at(2, 0.8)];
    expect(agree([[one], [other]])).toEqual([{ type: 0, score: (0.4 + 0.8) / 2, sights: [one, other] }]);
  });

  it('keeps apart what lies apart, and what is of different types', () => {
    expect(agree([[at(0, 0.8)], [at(8, 0.6)]]).map(({ score }) => score)).toEqual([0.4, 0.3]);
    expect(agree([[at(0, 0.8)], [at(0, 0.6, 1)]])).toHaveLength(2);
  });

  it('lets a sight speak for the surest that it agrees with, and for no other', () => {
    const [left, right, between] = [at(0, 0.9), at(6, 0.5), at(3, 0.8)];
    expect(agree([[left, right], [between]])).toEqual([
      { type: 0, score: (0.9 + 0.8) / 2, sights: [left, between] },
      { type: 0, score: 0.25, sights: [right] },
    ]);
  });

  it('answers the look itself where there is one only, or where all are alike', () => {
    fc.assert(
      fc.property(look, (sights) => {
        expect(agree([sights]).map(({ score }) => score)).toEqual(sights.map(({ score }) => score));
        const again = structuredClone(sights);
        expect(agree([sights, again]).map(({ score }) => score)).toEqual(sights.map(({ score }) => score));
      }),
    );
  });

  it('has at most one sight of each look in a thing, and no sight in two', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 3 }), (looks) => {
        const things = agree(looks);
        const spoken = things.flatMap(({ sights }) => [...sights]);
        expect(new Set(spoken).size).toBe(spoken.length);
        for (const { sights } of things)
          for (const one of looks)
            expect(sights.filter((sight) => one.includes(sight)).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
