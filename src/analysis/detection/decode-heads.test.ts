import { describe, expect, it } from 'vitest';
import { decodeHeads, type FeatureMap } from './decode-heads.ts';

const layout = { types: 2, bins: 4, prototypes: 1 };
const channels = 2 + 16 + 1;

/** A 2 x 2 map that is sure of nothing, with the given channels of one cell set. */
function mapWith(cell: number, values: Record<number, number>): FeatureMap {
  const data = new Float32Array(channels * 4).fill(-20);
  for (const [channel, value] of Object.entries(values)) data[Number(channel) * 4 + cell] = value;
  return { dims: [1, channels, 2, 2], data };
}

/** All of a side's weight on one bin. */
const side = (number: number, bin: number) => ({ [2 + number * 4 + bin]: 20 });

describe('decodeHeads', () => {
  const map = mapWith(3, { 1: 0, ...side(0, 1), ...side(1, 0), ...side(2, 3), ...side(3, 2), 18: 0.5 });

  it('reads type, score, box and coefficients of a cell', () => {
    const [found, ...others] = decodeHeads([{ stride: 8, map }], layout, [0.3, 0.3]);
    expect(others).toEqual([]);
    expect(found?.type).toBe(1);
    expect(found?.score).toBeCloseTo(0.5);
    // The cell's centre is (12, 12); the sides are 1, 0, 3 and 2 strides away.
    expect(found?.box.x0).toBeCloseTo(4);
    expect(found?.box.y0).toBeCloseTo(12);
    expect(found?.box.x1).toBeCloseTo(36);
    expect(found?.box.y1).toBeCloseTo(28);
    expect([...(found?.coefficients ?? [])]).toEqual([0.5]);
  });

  it('takes the mean where a side is undecided', () => {
    const undecided = mapWith(0, { 0: 5, ...side(0, 1), 2: 20, ...side(1, 0), ...side(2, 0), ...side(3, 0) });
    const [found] = decodeHeads([{ stride: 16, map: undecided }], layout, [0.3, 0.3]);
    expect(found?.box.x0).toBeCloseTo(8 - 0.5 * 16);
  });

  it('lists the best first, over all levels, and no more than the limit', () => {
    const better = mapWith(0, { 0: 3 });
    const levels = [
      { stride: 8, map },
      { stride: 16, map: better },
    ];
    expect(decodeHeads(levels, layout, [0.3, 0.3]).map(({ type }) => type)).toEqual([0, 1]);
    expect(decodeHeads(levels, layout, [0.3, 0.3], 1)).toHaveLength(1);
  });
});
