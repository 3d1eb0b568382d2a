import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { carScene } from '../../test/fixtures/car-scene.ts';
import type { Pixels } from './letterbox.ts';
import { resample } from './resample.ts';

const size = fc.integer({ min: 1, max: 40 });

function picture(width: number, height: number, value: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    data[at] = value(pixel % width, Math.floor(pixel / width));
  }
  return { data, width, height, channels: 3 };
}

describe('resampling', () => {
  it('keeps a plain colour, whatever the sizes', () => {
    fc.assert(
      fc.property(size, size, size, size, fc.nat(255), (fromWidth, fromHeight, width, height, shade) => {
        const result = resample(
          picture(fromWidth, fromHeight, () => shade),
          width,
          height,
        );
        expect(result.data).toHaveLength(width * height * 3);
        expect([...result.data].every((value) => value === shade)).toBe(true);
      }),
    );
  });

  it('stays between the darkest and the brightest pixel, and near the mean when shrinking', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 192, maxLength: 192 }), (data) => {
        const result = resample({ data, width: 8, height: 8, channels: 3 }, 3, 2);
        expect(Math.min(...result.data)).toBeGreaterThanOrEqual(Math.min(...data));
        expect(Math.max(...result.data)).toBeLessThanOrEqual(Math.max(...data));
      }),
    );
  });

  it('passes RGBA over as RGB', () => {
    const rgba = {
      data: Uint8Array.of(10, 20, 30, 255, 10, 20, 30, 255),
      width: 2,
      height: 1,
      channels: 4 as const,
    };
    expect([...resample(rgba, 1, 1).data]).toEqual([10, 20, 30]);
  });

  it('answers the same pixels when nothing changes', () => {
    const same = picture(3, 2, (x) => x);
    expect(resample(same, 3, 2)).toBe(same);
  });

  it('is close to what sharp makes of a photo, so that Node and browsers see alike', async () => {
    const large = sharp(Buffer.from(carScene({ seed: 5, width: 1200, height: 900 }))).removeAlpha();
    const { data, info } = await large.clone().raw().toBuffer({ resolveWithObject: true });
    const ours = resample({ data, width: info.width, height: info.height, channels: 3 }, 640, 480);
    const theirs = await large
      .resize({ width: 640, height: 480, fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer();
    const off = Array.from(ours.data).reduce(
      (sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)),
      0,
    );
    expect(off / theirs.length).toBeLessThan(1.5);
  });
});
