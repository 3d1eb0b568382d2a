import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickCells, toMinLogits } from './candidate-cells.ts';
import { decodeHeads } from './decode-heads.ts';
import type { FeatureMap } from './feature-map.ts';

const layout = { types: 2, bins: 4, prototypes: 1 };
const channels = 2 + 16 + 1;

/** A 2 x 2 map without candidates, except for the given channels of one cell. */
function mapWith(cell: number, values: Record<number, number>): FeatureMap {
  const data = new Float32Array(channels * 4).fill(-20);
  for (const [channel, value] of Object.entries(values)) data[Number(channel) * 4 + cell] = value;
  return { dims: [1, channels, 2, 2], data };
}

/** Puts all weight of a side on one bin. */
const side = (number: number, bin: number) => ({ [2 + number * 4 + bin]: 20 });

describe('decodeHeads', () => {
  const map = mapWith(3, { 1: 0, ...side(0, 1), ...side(1, 0), ...side(2, 3), ...side(3, 2), 18: 0.5 });

  it('decodes type, score, box and coefficients of a cell', () => {
    const [candidate, ...others] = decodeHeads([{ stride: 8, map }], layout, [0.3, 0.3]);
    expect(others).toEqual([]);
    expect(candidate?.type).toBe(1);
    expect(candidate?.score).toBeCloseTo(0.5);
    // The cell's centre is (12, 12); the sides are 1, 0, 3 and 2 strides away.
    expect(candidate?.box.x0).toBeCloseTo(4);
    expect(candidate?.box.y0).toBeCloseTo(12);
    expect(candidate?.box.x1).toBeCloseTo(36);
    expect(candidate?.box.y1).toBeCloseTo(28);
    expect([...(candidate?.coefficients ?? [])]).toEqual([0.5]);
  });

  it('returns the mean distance if several bins of a side are likely', () => {
    const ambiguous = mapWith(0, { 0: 5, ...side(0, 1), 2: 20, ...side(1, 0), ...side(2, 0), ...side(3, 0) });
    const [candidate] = decodeHeads([{ stride: 16, map: ambiguous }], layout, [0.3, 0.3]);
    expect(candidate?.box.x0).toBeCloseTo(8 - 0.5 * 16);
  });

  it('sorts the candidates of all levels by score', () => {
    const better = mapWith(0, { 0: 3 });
    const levels = [
      { stride: 8, map },
      { stride: 16, map: better },
    ];
    expect(decodeHeads(levels, layout, [0.3, 0.3]).map(({ type }) => type)).toEqual([0, 1]);
  });

  it('returns at most 2,000 candidates, the best ones', () => {
    const cells = 2001;
    const crowded = { dims: [1, channels, 1, cells], data: new Float32Array(channels * cells).fill(-20) };
    for (let cell = 0; cell < cells; cell += 1) crowded.data[cell] = cell / cells;
    const candidates = decodeHeads([{ stride: 8, map: crowded }], layout, [0.3, 0.3]);
    expect(candidates).toHaveLength(2000);
    expect(candidates.at(-1)?.score).toBeCloseTo(1 / (1 + Math.exp(-1 / cells)), 6);
  });

  it('returns the same candidates in the same order from maps with the cells of candidates only', () => {
    // Few different numbers, so that many logits are equal or at the border.
    const thresholds = fc.tuple(fc.constantFrom(0, 0.2, 0.5, 1), fc.constantFrom(0.1, 0.5, 0.9, 1));
    const logit = fc.constantFrom(-20, ...toMinLogits([0.1, 0.2, 0.5, 0.9]), 3);
    const side = fc.integer({ min: 1, max: 4 });
    const maps = fc.tuple(side, side).chain(([rows, columns]) =>
      fc.array(logit, { minLength: channels * rows * columns, maxLength: channels * rows * columns }).map(
        (numbers): FeatureMap => ({
          dims: [1, channels, rows, columns],
          data: Float32Array.from(numbers),
        }),
      ),
    );
    fc.assert(
      fc.property(maps, maps, thresholds, (fine, coarse, scores) => {
        const decode = (change: (map: FeatureMap) => FeatureMap) =>
          decodeHeads(
            [
              { stride: 8, map: change(fine) },
              { stride: 16, map: change(coarse) },
            ],
            layout,
            scores,
          );
        const picked = decode((one) => pickCells(one, toMinLogits(scores)));
        expect(picked).toEqual(decode((one) => one));
      }),
    );
  });
});
