import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Polygon } from '../../domain/view.ts';
import { planScale, scaledSize } from './scale-plan.ts';
import { scaleRegion } from './scale-region.ts';

const photo = { width: 4_000, height: 3_000, bytes: 4_000_000 };
const pixelsOf = ({ scaled }: ReturnType<typeof planScale>) =>
  scaled ? scaled.width * scaled.height : photo.width * photo.height;

describe('how large a photo is uploaded', () => {
  test('as it is, over a link that carries it in time, and over one that nobody has measured', () => {
    expect(planScale(photo, 1_000_000)).toEqual({ rung: 0 });
    expect(planScale(photo, undefined)).toEqual({ rung: 0 });
  });

  test('smaller the slower the link, down to a floor', () => {
    const sizes = [1_000_000, 200_000, 80_000, 40_000, 10].map((speed) => pixelsOf(planScale(photo, speed)));
    expect(sizes[0]).toBe(12_000_000);
    expect(sizes[1]).toBeLessThanOrEqual(8_300_000);
    expect(sizes[2]).toBeLessThanOrEqual(3_100_000);
    expect(sizes[3]).toBeLessThanOrEqual(1_500_000);
    expect(sizes[4]).toBe(sizes[3]);
    expect(sizes[4]).toBeGreaterThan(1_400_000);
  });

  test('larger again when the link has improved, but not at the first breath of wind', () => {
    const down = planScale(photo, 200_000);
    expect(down.rung).toBe(1);
    expect(planScale(photo, 280_000, {}, down.rung).rung).toBe(1);
    expect(planScale(photo, 1_000_000, {}, down.rung)).toEqual({ rung: 0 });
  });

  test('never over the app’s own limit, however fast the link', () => {
    expect(pixelsOf(planScale(photo, 1e9, { maxPixels: 2_000_000 }))).toBeLessThanOrEqual(2_000_000);
  });

  test('always as it is where the app says so', () => {
    expect(planScale(photo, 10, { adaptive: false })).toEqual({ rung: 0 });
  });

  test('a small photo is not made smaller than the floor, nor any photo larger than it is', () => {
    const size = fc.integer({ min: 32, max: 8_000 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat({ max: 3 }),
        (width, height, speed, rung) => {
          const { scaled } = planScale({ width, height, bytes: 1_000_000 }, speed, {}, rung);
          if (!scaled) return;
          expect(width * height).toBeGreaterThan(1_500_000);
          expect(scaled.width).toBeLessThanOrEqual(width);
          expect(scaled.height).toBeLessThanOrEqual(height);
        },
      ),
    );
  });
});

describe('a view on a photo that was uploaded smaller', () => {
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

  test('is within half a pixel of where the smaller picture shows it', () => {
    fc.assert(
      fc.property(cases, ([width, height, maxPixels, points]) => {
        fc.pre(maxPixels < width * height);
        const size = scaledSize({ width, height }, maxPixels);
        expect(size.width * size.height).toBeLessThanOrEqual(maxPixels);
        for (const [fx, fy] of points) {
          const [x, y] = [fx * width, fy * height];
          expect(Math.abs(x * size.scale - fx * size.width)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(Math.abs(y * size.scale - fy * size.height)).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      }),
    );
  });

  test('comes back to where it was, and within half a remote pixel where the service rounds', () => {
    fc.assert(
      fc.property(cases, ([width, height, maxPixels, points]) => {
        fc.pre(maxPixels < width * height);
        const { scale } = scaledSize({ width, height }, maxPixels);
        const polygon: Polygon = points.map(([fx, fy]) => [fx * width, fy * height]);
        const boundingBox = { xmin: 1, ymin: 2, width: width / 2, height: height / 2 };
        const there = scaleRegion({ polygons: [polygon], boundingBox }, scale);
        const rounded = there.polygons[0]?.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)]);
        const back = scaleRegion({ ...there, polygons: [rounded ?? []] }, 1 / scale);
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
