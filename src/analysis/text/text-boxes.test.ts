import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { quadCentre, quadSize } from './quad.ts';
import { findTextBoxes, type TextMap } from './text-boxes.ts';

const OPTIONS = { pixel: 0.3, line: 0.5, unclip: 1.5, smallest: 3 };

/** Creates a map with bars of text: rectangles with a centre and an angle. */
function mapWith(
  bars: readonly { middle: Point; width: number; height: number; angle?: number; value?: number }[],
): TextMap {
  const [width, height] = [200, 120];
  const data = new Float32Array(width * height);
  for (const { middle, width: w, height: h, angle = 0, value = 0.9 } of bars) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [dx, dy] = [x + 0.5 - middle[0], y + 0.5 - middle[1]];
        const isIn = Math.abs(dx * cos + dy * sin) <= w / 2 && Math.abs(dy * cos - dx * sin) <= h / 2;
        if (isIn) data[y * width + x] = value;
      }
    }
  }
  return { data, width, height };
}

describe('findTextBoxes', () => {
  it('finds nothing on an empty map', () => {
    expect(findTextBoxes(mapWith([]), OPTIONS)).toEqual([]);
  });

  it('expands the core of a line', () => {
    const [box] = findTextBoxes(mapWith([{ middle: [100, 60], width: 80, height: 10 }]), OPTIONS);
    // Area × unclip / perimeter: 800 × 1.5 / 180 on each side.
    expect(quadSize(box?.quad ?? never())).toEqual({
      width: expect.closeTo(80 + 2 * 6.67, 1),
      height: expect.closeTo(10 + 2 * 6.67, 1),
    });
    expect(quadCentre(box?.quad ?? never())).toEqual([expect.closeTo(100, 1), expect.closeTo(60, 1)]);
    expect(box?.score).toBeCloseTo(0.9);
  });

  it('separates lines, and drops faint or tiny ones', () => {
    const map = mapWith([
      { middle: [50, 30], width: 60, height: 8 },
      { middle: [150, 30], width: 60, height: 8 },
      { middle: [50, 90], width: 60, height: 8, value: 0.4 },
      { middle: [150, 90], width: 2, height: 2 },
    ]);
    expect(findTextBoxes(map, OPTIONS)).toHaveLength(2);
  });

  it('finds the islands of any map, whatever their shape', () => {
    const side = fc.integer({ min: 1, max: 12 });
    const maps = fc.tuple(side, side).chain(([width, height]) => {
      const pixels = fc.array(fc.boolean(), { minLength: width * height, maxLength: width * height });
      return pixels.map((data): TextMap => ({ data: Float32Array.from(data, Number), width, height }));
    });
    fc.assert(
      fc.property(maps, (map) => {
        const boxes = findTextBoxes(map, { ...OPTIONS, smallest: 0 });
        expect(boxes).toHaveLength(countIslands(map));
      }),
    );
  });

  it('follows slanted lines from their left end', () => {
    const angles = fc.double({ min: -0.7, max: 0.7, noNaN: true });
    fc.assert(
      fc.property(angles, (angle) => {
        const [box] = findTextBoxes(mapWith([{ middle: [100, 60], width: 90, height: 12, angle }]), OPTIONS);
        const [a, b] = box?.quad ?? never();
        expect(Math.atan2(b[1] - a[1], b[0] - a[0])).toBeCloseTo(angle, 0);
        expect(b[0]).toBeGreaterThan(a[0]);
      }),
      { numRuns: 40 },
    );
  });

  it('reads tall boxes downwards', () => {
    const [box] = findTextBoxes(mapWith([{ middle: [100, 60], width: 12, height: 80 }]), OPTIONS);
    const [a, b] = box?.quad ?? never();
    expect(b[1] - a[1]).toBeGreaterThan(80);
  });
});

/** Counts the groups of pixels that touch at a side or corner. */
function countIslands({ data, width, height }: TextMap): number {
  const rest = new Set([...data.keys()].filter((at) => data[at] !== 0));
  const remove = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height || !rest.delete(y * width + x)) return;
    for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) remove(x + dx, y + dy);
  };
  let islands = 0;
  for (const at of rest) {
    remove(at % width, Math.floor(at / width));
    islands += 1;
  }
  return islands;
}

function never(): never {
  throw new Error('no box was found');
}
