import { describe, expect, it } from 'vitest';
import { computeWheelCrop, cropPixels } from './wheel-crop.ts';

const photo = { width: 640, height: 480 };

describe('computeWheelCrop', () => {
  it('returns a square around the wheel with a margin', () => {
    expect(computeWheelCrop({ x0: 100, y0: 100, x1: 180, y1: 200 }, photo)).toEqual({
      x0: 78,
      y0: 88,
      x1: 202,
      y1: 212,
    });
  });

  it('clips the square to the photo', () => {
    const crop = computeWheelCrop({ x0: 0, y0: 400, x1: 80, y1: 480 }, photo);
    expect(crop?.x0).toBe(0);
    expect(crop?.y1).toBe(480);
  });

  it('returns undefined for a wheel that is too small', () => {
    expect(computeWheelCrop({ x0: 10, y0: 10, x1: 40, y1: 45 }, photo)).toBeUndefined();
  });
});

/** 4 x 3 pixels. The red of each is its row and column. */
const pixels = {
  width: 4,
  height: 3,
  data: Uint8ClampedArray.from({ length: 48 }, (_, index) =>
    index % 4 === 0 ? 10 * Math.floor(index / 16) + ((index / 4) % 4) : 255,
  ),
};
const redsOf = ({ data }: { data: Uint8Array | Uint8ClampedArray }) =>
  [...data].filter((_, i) => i % 4 === 0);

describe('cropPixels', () => {
  it('returns the pixels that the box touches', () => {
    const crop = cropPixels(pixels, { x0: 1.2, y0: 0.5, x1: 2.6, y1: 2 });
    expect([crop.width, crop.height]).toEqual([2, 2]);
    expect(redsOf(crop)).toEqual([1, 2, 11, 12]);
  });

  it('clips the box to the photo and never returns an empty crop', () => {
    expect(redsOf(cropPixels(pixels, { x0: 3, y0: 1, x1: 9, y1: 9 }))).toEqual([13, 23]);
    expect(redsOf(cropPixels(pixels, { x0: 40, y0: 40, x1: 50, y1: 50 }))).toEqual([23]);
  });
});
