import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas } from '../pixels/model-canvas.ts';
import { createCrop, cropDecodeSide, fitCrops } from './crop.ts';

const SCALES = { finest: { step: 32, area: 409_600 }, second: { step: 32, area: 131_072 } };

/** A photo of this size, decoded to a fraction of it, and its canvases. */
function decode(width: number, height: number, divisor = 1) {
  const original = { width, height };
  return {
    photo: { width: Math.ceil(width / divisor), height: Math.ceil(height / divisor), original },
    finest: fitCanvas(width, height, SCALES.finest),
    second: fitCanvas(width, height, SCALES.second),
  };
}

function fitTo(width: number, height: number, divisor?: number) {
  const { photo, finest, second } = decode(width, height, divisor);
  return fitCrops(photo, finest, second);
}

const sides = fc.integer({ min: 800, max: 4000 });

describe('fitCrops', () => {
  it('returns crops of 0.4 of the sides, on the canvas of the second scale', () => {
    expect(fitTo(4032, 3024, 4)).toMatchObject({
      width: 403,
      height: 302,
      canvas: { width: 384, height: 288 },
    });
  });

  it('returns undefined if a crop shows no more than the whole photo on its canvas', () => {
    expect(fitTo(560, 420)).toBeUndefined();
    expect(fitTo(720, 540)).toBeUndefined();
    expect(fitTo(1000, 750)).toBeDefined();
    // The pixels of the file count, not those of the photo.
    expect(fitTo(4032, 3024, 5)).toBeDefined();
    expect(fitTo(4032, 3024, 8)).toBeUndefined();
  });

  it('never exceeds the canvas', () => {
    fc.assert(
      fc.property(sides, sides, (width, height) => {
        const size = fitTo(width, height);
        if (!size) return;
        expect(size.width * size.canvas.scale).toBeLessThanOrEqual(size.canvas.width + 1e-6);
        expect(size.height * size.canvas.scale).toBeLessThanOrEqual(size.canvas.height + 1e-6);
      }),
    );
  });
});

it('cropDecodeSide returns a side at which a crop fills its canvas', () => {
  expect(cropDecodeSide({ scale: 1, width: 384, height: 288 })).toBe(960);
});

describe('createCrop', () => {
  const crops = fc
    .record({
      width: sides,
      height: sides,
      divisor: fc.constantFrom(1, 2, 4),
      x: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      y: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
    })
    .map(({ width, height, divisor, x, y }) => {
      const { photo } = decode(width, height, divisor);
      const size = { width: 300, height: 200, canvas: { scale: 1, width: 320, height: 224 } };
      const larger = { ...photo, width: photo.width + 300, height: photo.height + 200 };
      return { photo: larger, crop: createCrop(larger, size, { x: x * width, y: y * height }) };
    });

  it('lies inside the photo, in whole pixels, with the requested size', () => {
    fc.assert(
      fc.property(crops, ({ photo, crop: { canvas, window } }) => {
        const { region } = canvas;
        expect([region.width, region.height]).toEqual([300, 200]);
        expect(Number.isInteger(region.x) && Number.isInteger(region.y)).toBe(true);
        expect(region.x).toBeGreaterThanOrEqual(0);
        expect(region.y).toBeGreaterThanOrEqual(0);
        expect(region.x + region.width).toBeLessThanOrEqual(photo.width);
        expect(region.y + region.height).toBeLessThanOrEqual(photo.height);
        expect(window.x0).toBeCloseTo((region.x * photo.original.width) / photo.width);
        expect(window.y1).toBeCloseTo(((region.y + region.height) * photo.original.height) / photo.height);
      }),
    );
  });

  const photo = { width: 1000, height: 800, original: { width: 2000, height: 1600 } };
  const size = { width: 400, height: 320, canvas: { scale: 1, width: 416, height: 320 } };

  it('knows which boxes its borders cut; those of the photo cut none', () => {
    const middle = createCrop(photo, size, { x: 1000, y: 800 }); // 600 to 1400, 480 to 1120
    expect(middle.isWhole({ x0: 700, y0: 600, x1: 900, y1: 700 })).toBe(true);
    expect(middle.isWhole({ x0: 601, y0: 600, x1: 900, y1: 700 })).toBe(false);
    expect(middle.isWhole({ x0: 700, y0: 600, x1: 1399, y1: 700 })).toBe(false);
    expect(middle.isWhole({ x0: 700, y0: 400, x1: 900, y1: 700 })).toBe(false);
    const corner = createCrop(photo, size, { x: 0, y: 0 });
    expect(corner.isWhole({ x0: -1, y0: 0, x1: 100, y1: 100 })).toBe(true);
    expect(corner.isWhole({ x0: 700, y0: 0, x1: 799, y1: 100 })).toBe(false);
  });
});
