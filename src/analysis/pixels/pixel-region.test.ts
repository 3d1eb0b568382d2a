import { expect, it } from 'vitest';
import { cropPixels, toPixelRegion } from './pixel-region.ts';

/** 4 x 3 pixels. The red of each is its row and column. */
const pixels = {
  width: 4,
  height: 3,
  data: Uint8ClampedArray.from({ length: 48 }, (_, index) =>
    index % 4 === 0 ? 10 * Math.floor(index / 16) + ((index / 4) % 4) : 255,
  ),
};
const redsIn = (box: Parameters<typeof toPixelRegion>[0]) =>
  [...cropPixels(pixels, toPixelRegion(box, pixels)).data].filter((_, i) => i % 4 === 0);

it('has the pixels that the box touches', () => {
  const box = { x0: 1.2, y0: 0.5, x1: 2.6, y1: 2 };
  expect(toPixelRegion(box, pixels)).toEqual({ x: 1, y: 0, width: 2, height: 2 });
  expect(redsIn(box)).toEqual([1, 2, 11, 12]);
});

it('is clipped to the photo and never empty', () => {
  expect(redsIn({ x0: 3, y0: 1, x1: 9, y1: 9 })).toEqual([13, 23]);
  expect(redsIn({ x0: 40, y0: 40, x1: 50, y1: 50 })).toEqual([23]);
});
