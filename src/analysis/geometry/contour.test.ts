import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceContours } from './contour.ts';
import { signedArea } from './polygon.ts';

const field = (rows: readonly string[]) => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Float32Array.from(rows.join(''), (cell) => (cell === '#' ? 1 : -1)),
});

describe('traceContours', () => {
  it('returns a clockwise diamond around a single cell', () => {
    const [ring, ...others] = traceContours(field(['...', '.#.', '...']));
    expect(others).toEqual([]);
    expect(ring).toHaveLength(4);
    expect(signedArea(ring ?? [])).toBeCloseTo(0.5);
  });

  it('closes rings at the border of the grid', () => {
    const [ring] = traceContours(field(['##', '##']));
    expect(signedArea(ring ?? [])).toBeCloseTo(1 + 4 * 0.5 + 4 * 0.125);
  });

  it('winds islands one way and holes the other', () => {
    const rings = traceContours(field(['###.#', '#.#..', '###..']));
    expect(rings.map((ring) => Math.sign(signedArea(ring))).sort()).toEqual([-1, 1, 1]);
  });

  it('interpolates the border where the value is 0', () => {
    const [ring] = traceContours({ width: 2, height: 1, data: new Float32Array([3, -1]) });
    expect(Math.max(...(ring ?? []).map(([x]) => x))).toBeCloseTo(0.75);
  });

  it('closes every ring, for any grid', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }), (cells) => {
        const rings = traceContours({
          width: 6,
          height: 6,
          data: Float32Array.from(cells, (on) => (on ? 1 : -1)),
        });
        // Sum over rings of the enclosed area, holes subtracted, is about the number of cells inside.
        const enclosed = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
        const inside = cells.filter(Boolean).length;
        expect(enclosed > 0).toBe(inside > 0);
        expect(enclosed).toBeLessThanOrEqual(inside * 1.5 + 1e-6);
      }),
    );
  });
});
