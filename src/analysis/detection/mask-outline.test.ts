import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedArea } from '../geometry/polygon.ts';
import { traceMaskOutline } from './mask-outline.ts';

/** One prototype of 16 x 16 cells: +5 inside the given cells, -5 elsewhere. */
function prototype(isInside: (column: number, row: number) => boolean) {
  const data = new Float32Array(256).map((_, cell) => (isInside(cell % 16, Math.floor(cell / 16)) ? 5 : -5));
  return { dims: [1, 1, 16, 16], data };
}

const whole = { x0: 0, y0: 0, x1: 64, y1: 64 };

describe('traceMaskOutline', () => {
  it('follows the mask, in canvas pixels', () => {
    const [ring] = traceMaskOutline(
      prototype((x, y) => x >= 4 && x < 12 && y >= 4 && y < 8),
      new Float32Array([1]),
      whole,
    );
    // 8 x 4 cells of 4 pixels each.
    expect(signedArea(ring ?? [])).toBeGreaterThan(0.9 * 512);
    expect(signedArea(ring ?? [])).toBeLessThan(1.05 * 512);
  });

  it('adds up the prototypes by their weights, however many there are', () => {
    const weights = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(weights, fc.infiniteStream(fc.integer({ min: -4, max: 4 })), (coefficients, stream) => {
        const data = Float32Array.from({ length: 256 * coefficients.length }, () => stream.next().value);
        const sums = new Float32Array(256).map((_, cell) =>
          coefficients.reduce((sum, weight, index) => sum + weight * (data[256 * index + cell] ?? 0), 0),
        );
        const many = { dims: [1, coefficients.length, 16, 16], data };
        const one = { dims: [1, 1, 16, 16], data: sums };
        expect(traceMaskOutline(many, new Float32Array(coefficients), whole)).toEqual(
          traceMaskOutline(one, new Float32Array([1]), whole),
        );
      }),
    );
  });

  it('cuts the outline to the box', () => {
    const box = { x0: 10, y0: 10, x1: 30, y1: 20 };
    const [ring] = traceMaskOutline(
      prototype(() => true),
      new Float32Array([1]),
      box,
    );
    for (const [x, y] of ring ?? []) {
      expect(x >= 10 && x <= 30 && y >= 10 && y <= 20).toBe(true);
    }
  });

  it('keeps large islands and drops small ones', () => {
    const islands = prototype((x, y) => (x < 6 && y < 6) || (x > 9 && y > 9) || (x === 14 && y === 2));
    expect(traceMaskOutline(islands, new Float32Array([1]), whole)).toHaveLength(2);
  });

  it('returns the box if the mask is empty', () => {
    const box = { x0: 1, y0: 2, x1: 30, y1: 40 };
    const outline = traceMaskOutline(
      prototype(() => true),
      new Float32Array([-1]),
      box,
    );
    expect(outline).toEqual([
      [
        [1, 2],
        [30, 2],
        [30, 40],
        [1, 40],
      ],
    ]);
  });
});
