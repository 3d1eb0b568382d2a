import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { carScene } from '../../../test/fixtures/car-scene.ts';
import { letterbox } from './letterbox.ts';
import { fitCanvas, scaledSize } from './model-canvas.ts';
import { PhotoScaler, type RgbaPixels } from './photo-scaler.ts';

const rule = { step: 8, area: 32 * 32 };
const side = fc.integer({ min: 1, max: 60 });

const plain = (width: number, height: number, shade: number): RgbaPixels => ({
  data: new Uint8Array(width * height * 4).fill(shade),
  width,
  height,
});

describe('PhotoScaler', () => {
  it('keeps a plain colour and pads with grey, for any sizes and repeated calls', () => {
    const scaler = new PhotoScaler();
    fc.assert(
      fc.property(side, side, fc.nat(255), fc.integer({ min: 1, max: 3 }), (width, height, shade, times) => {
        const photo = { width: width * times, height: height * times };
        const canvas = fitCanvas(photo.width, photo.height, rule);
        const tensor = scaler.toTensor(plain(width, height, shade), photo, canvas);
        const size = scaledSize(photo.width, photo.height, canvas);
        expect(tensor).toHaveLength(3 * canvas.width * canvas.height);
        const off = tensor.map((value, at) => {
          const x = at % canvas.width;
          const y = Math.floor(at / canvas.width) % canvas.height;
          const inside = x < size.width && y < size.height;
          return Math.abs(value - (inside ? shade : 114) / 255);
        });
        expect(Math.max(...off)).toBeLessThan(1e-5);
      }),
      { numRuns: 60 },
    );
  });

  it('reuses its buffer', () => {
    const scaler = new PhotoScaler();
    const canvas = fitCanvas(40, 30, rule);
    const buffers = [10, 200].map(
      (shade) => scaler.toTensor(plain(40, 30, shade), { width: 40, height: 30 }, canvas).buffer,
    );
    expect(buffers[1]).toBe(buffers[0]);
  });

  it('returns values between the darkest and the brightest pixel', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 256, maxLength: 256 }), (data) => {
        const canvas = { scale: 0.375, width: 8, height: 8 };
        const tensor = new PhotoScaler().toTensor(
          { data, width: 8, height: 8 },
          { width: 8, height: 8 },
          canvas,
        );
        const values = [...tensor].filter((_value, at) => at % 8 < 3 && Math.floor(at / 8) % 8 < 3);
        const colours = data.filter((_value, at) => at % 4 < 3);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(Math.min(...colours) / 255 - 1e-6);
        expect(Math.max(...values)).toBeLessThanOrEqual(Math.max(...colours) / 255 + 1e-6);
      }),
    );
  });

  it('writes red, green and blue to separate planes, at any byte offset', () => {
    fc.assert(
      fc.property(fc.nat(7), (offset) => {
        const memory = Uint8Array.of(...new Uint8Array(offset), 51, 102, 153, 255);
        const rgba = { data: memory.subarray(offset), width: 1, height: 1 };
        const tensor = new PhotoScaler().toTensor(
          rgba,
          { width: 1, height: 1 },
          { scale: 1, width: 1, height: 1 },
        );
        expect([...tensor].map((value) => Math.round(value * 255))).toEqual([51, 102, 153]);
      }),
    );
  });

  it('returns nearly the same pixels as sharp', async () => {
    const large = sharp(Buffer.from(carScene({ seed: 5, width: 1200, height: 900 }))).removeAlpha();
    const { data, info } = await large.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const photo = { width: info.width, height: info.height };
    const canvas = fitCanvas(photo.width, photo.height, { step: 32, area: 512 * 512 });
    const size = scaledSize(photo.width, photo.height, canvas);
    const bySharp = await large
      .resize({ ...size, fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer();
    const expected = letterbox({ data: bySharp, ...size }, canvas);
    const tensor = new PhotoScaler().toTensor({ data, ...photo }, photo, canvas);
    const off = tensor.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0);
    expect((255 * off) / tensor.length).toBeLessThan(1.5);
  });
});
