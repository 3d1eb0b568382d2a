import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Polygon } from '../../domain/records/view.ts';
import { computeScaledSize, planScale } from './photo-scaler.ts';
import { scaleRegion } from './scale-region.ts';

const photo = { width: 4_000, height: 3_000, bytes: 4_000_000 };
const pixelsOf = ({ scaled }: ReturnType<typeof planScale>) =>
  scaled ? scaled.width * scaled.height : photo.width * photo.height;

describe('planScale', () => {
  test('keeps the original on a fast or unmeasured link', () => {
    expect(planScale(photo, 1_000_000)).toEqual({ level: 0 });
    expect(planScale(photo, undefined)).toEqual({ level: 0 });
  });

  test('chooses smaller sizes for slower links, down to 1.5 megapixels', () => {
    const sizes = [1_000_000, 200_000, 80_000, 40_000, 10].map((speed) => pixelsOf(planScale(photo, speed)));
    expect(sizes[0]).toBe(12_000_000);
    expect(sizes[1]).toBeLessThanOrEqual(8_300_000);
    expect(sizes[2]).toBeLessThanOrEqual(3_100_000);
    expect(sizes[3]).toBeLessThanOrEqual(1_500_000);
    expect(sizes[4]).toBe(sizes[3]);
    expect(sizes[4]).toBeGreaterThan(1_400_000);
  });

  test('returns to a larger size only after a clear improvement', () => {
    const down = planScale(photo, 200_000);
    expect(down.level).toBe(1);
    expect(planScale(photo, 280_000, {}, down.level).level).toBe(1);
    expect(planScale(photo, 1_000_000, {}, down.level)).toEqual({ level: 0 });
  });

  test('never exceeds maxPixels', () => {
    expect(pixelsOf(planScale(photo, 1e9, { maxPixels: 2_000_000 }))).toBeLessThanOrEqual(2_000_000);
  });

  test('keeps the original if adaptive is false', () => {
    expect(planScale(photo, 10, { adaptive: false })).toEqual({ level: 0 });
  });

  test('never scales photos under 1.5 megapixels, and never enlarges one', () => {
    const size = fc.integer({ min: 32, max: 8_000 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat({ max: 3 }),
        (width, height, speed, level) => {
          const { scaled } = planScale({ width, height, bytes: 1_000_000 }, speed, {}, level);
          if (!scaled) return;
          expect(width * height).toBeGreaterThan(1_500_000);
          expect(scaled.width).toBeLessThanOrEqual(width);
          expect(scaled.height).toBeLessThanOrEqual(height);
        },
      ),
    );
  });
});

describe('a view on a scaled photo', () => {
  const side = fc.integer({ min: 32, max: 8_064 });
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const cases = fc.tuple(
    side,
    side,
    fc.integer({ min: 1_000, max: 8_000_000 }),
    fc.array(fc.tuple(fraction, fraction), {
      minLength: 3,
      maxLength: 20,
    }),
  );

  test('is at most half a pixel off', () => {
    fc.assert(
      fc.property(cases, ([width, height, maxPixels, points]) => {
        fc.pre(maxPixels < width * height);
        const size = computeScaledSize({ width, height }, maxPixels);
        expect(size.width * size.height).toBeLessThanOrEqual(maxPixels);
        for (const [fx, fy] of points) {
          const [x, y] = [fx * width, fy * height];
          expect(Math.abs(x * size.scale - fx * size.width)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(Math.abs(y * size.scale - fy * size.height)).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      }),
    );
  });

  test('returns to its place, within half a remote pixel if the service rounds', () => {
    fc.assert(
      fc.property(cases, ([width, height, maxPixels, points]) => {
        fc.pre(maxPixels < width * height);
        const { scale } = computeScaledSize({ width, height }, maxPixels);
        const polygon: Polygon = points.map(([fx, fy]) => [fx * width, fy * height]);
        const boundingBox = { xmin: 1, ymin: 2, width: width / 2, height: height / 2 };
        const remote = scaleRegion({ polygons: [polygon], boundingBox }, scale);
        const rounded = remote.polygons[0]?.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)]);
        const back = scaleRegion({ ...remote, polygons: [rounded ?? []] }, 1 / scale);
        expect(back.boundingBox.width).toBeCloseTo(boundingBox.width, 6);
        back.polygons[0]?.forEach(([x, y], index) => {
          const [x0, y0] = polygon[index] ?? [Number.NaN, Number.NaN];
          expect(Math.abs(x - x0) * scale).toBeLessThanOrEqual(0.5 + 1e-6);
          expect(Math.abs(y - y0) * scale).toBeLessThanOrEqual(0.5 + 1e-6);
        });
      }),
    );
  });
});
