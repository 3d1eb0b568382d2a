import { describe, expect, it } from 'vitest';
import { pickCells, toMinLogits } from './candidate-cells.ts';

describe('toMinLogits', () => {
  it('returns logits that a shader can compare with', () => {
    const [never, half, always, beyond, below] = toMinLogits([1, 0.5, 0, 1.5, -0.5]);
    expect(half).toBe(0);
    expect([never, beyond]).toEqual([Math.fround(3.4028234663852886e38), never]);
    expect([always, below]).toEqual([-(never ?? 0), always]);
    expect(Number.isFinite(never)).toBe(true);
  });
});

describe('pickCells', () => {
  it('returns the cells of which a type reaches its minimum, with all channels', () => {
    const planes = [
      [-9, 2, -9, 1, -9, -9],
      [-9, -9, -9, -9, 0, -1],
      [10, 11, 12, 13, 14, 15],
    ];
    const map = { dims: [1, 3, 2, 3], data: Float32Array.from(planes.flat()) };
    const picked = pickCells(map, Float32Array.of(1.5, 0));
    expect(picked.dims).toEqual([1, 3, 2, 3]);
    expect([...(picked.cells ?? [])]).toEqual([1, 4]);
    expect([...picked.data]).toEqual([2, -9, -9, 0, 11, 14]);
  });

  it('returns no cells of a map without candidates', () => {
    const map = { dims: [1, 1, 1, 2], data: Float32Array.of(-1, Number.NaN) };
    expect(pickCells(map, Float32Array.of(0))).toEqual({
      dims: map.dims,
      data: new Float32Array(),
      cells: new Uint32Array(),
    });
  });
});
