import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEighths, scaleByEighths } from './jpeg-scaling.ts';

const raster = (width: number, height: number, value: (x: number, y: number) => number) => ({
  width,
  height,
  channels: 3,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return value(pixel % width, Math.floor(pixel / width));
  }),
});
const redAt = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) =>
  data[(y * width + x) * 4];

describe('chooseEighths', () => {
  it.each([
    [{ width: 4000, height: 3000 }, { width: 1152, height: 864 }, 2],
    [{ width: 3000, height: 2250 }, { width: 1152, height: 864 }, 3],
    [{ width: 1600, height: 1200 }, { width: 1152, height: 864 }, 5],
    [{ width: 800, height: 600 }, { width: 800, height: 600 }, 8],
    [{ width: 8000, height: 6000 }, { width: 100, height: 75 }, 1],
  ])('scales %o for %o to %i eighths', (photo, wanted, eighths) => {
    expect(chooseEighths(photo, wanted)).toBe(eighths);
  });
});

describe('scaleByEighths', () => {
  it('keeps a plain colour at every size, also beyond the last complete block', () => {
    const sides = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(sides, sides, fc.integer({ min: 1, max: 8 }), fc.nat(255), (width, height, n, colour) => {
        const small = scaleByEighths(
          raster(width, height, () => colour),
          n,
        );
        expect([small.width, small.height]).toEqual([
          Math.ceil((width * n) / 8),
          Math.ceil((height * n) / 8),
        ]);
        expect(small.data.every((byte, at) => byte === (at % 4 === 3 ? 255 : colour))).toBe(true);
      }),
    );
  });

  it.each([1, 2, 4])('averages blocks at %i eighths', (n) => {
    const step = 8 / n;
    const picture = raster(16, 16, (x, y) => (x * 7 + y * 5) % 200);
    let sum = 0;
    for (let y = 0; y < step; y += 1) for (let x = 0; x < step; x += 1) sum += ((x + step) * 7 + y * 5) % 200;
    expect(Math.abs((redAt(scaleByEighths(picture, n), 1, 0) ?? 0) - sum / step ** 2)).toBeLessThanOrEqual(
      0.5,
    );
  });

  it.each([3, 5, 6, 7])('keeps low frequencies at %i eighths', (n) => {
    const wave = (at: number, of: number) =>
      128 + 100 * Math.cos(((2 * at + 1) * (n - 1) * Math.PI) / (2 * of));
    const small = scaleByEighths(
      raster(8, 8, (x) => Math.round(wave(x, 8))),
      n,
    );
    for (let x = 0; x < n; x += 1) expect(Math.abs((redAt(small, x, 0) ?? 0) - wave(x, n))).toBeLessThan(2);
  });
});
