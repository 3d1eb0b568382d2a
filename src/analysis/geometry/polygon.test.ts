import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredArea, distanceToSegment, type Point, signedArea, simplifyRing } from './polygon.ts';

const square: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

describe('signedArea', () => {
  it('is positive clockwise on a screen and negative the other way', () => {
    expect(signedArea(square)).toBe(16);
    expect(signedArea([...square].reverse())).toBe(-16);
  });
});

describe('coveredArea', () => {
  const coordinate = fc.integer({ min: 0, max: 100 });
  const triangle = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 3 });

  it('is that of one ring, in either direction, and 0 of none', () => {
    expect([coveredArea([square]), coveredArea([[...square].reverse()]), coveredArea([])]).toEqual([
      16, 16, 0,
    ]);
  });

  it('counts a ring inside another one, and a ring that is given twice, once', () => {
    const inner: Point[] = square.map(([x, y]) => [1 + x / 4, 1 + y / 4]);
    expect(coveredArea([square, inner])).toBeCloseTo(16);
    expect(coveredArea([square, square, square])).toBeCloseTo(16);
  });

  it('is between the largest area and the sum of all', () => {
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 2, maxLength: 5 }), (rings) => {
        const areas = rings.map((ring) => Math.abs(signedArea(ring)));
        const covered = coveredArea(rings);
        const tolerance = 100; // 1 % of the square that holds all rings
        expect(covered).toBeGreaterThan(Math.max(...areas) - tolerance);
        expect(covered).toBeLessThan(areas.reduce((sum, area) => sum + area, 0) + tolerance);
      }),
    );
  });
});

describe('simplifyRing', () => {
  it('drops points on straight sides and keeps corners', () => {
    const dense: Point[] = [
      ...square.slice(0, 1),
      [1, 0],
      [2, 0.1],
      ...square.slice(1, 3),
      [2, 4],
      ...square.slice(3),
    ];
    expect(simplifyRing(dense, 0.5)).toEqual(square);
  });

  it('keeps every point within the tolerance', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 4, maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (ring, tolerance) => {
          const simple = simplifyRing(ring, tolerance);
          for (const corner of ring) {
            const distances = simple.map((from, index) =>
              distanceToSegment(corner, from, simple[(index + 1) % simple.length] ?? from),
            );
            expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance + 1e-9);
          }
        },
      ),
    );
  });
});
