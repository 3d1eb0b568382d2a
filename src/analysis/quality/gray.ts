import type { RgbaPixels } from '../pixels/photo-scaler.ts';

/** Luma (BT.601), 0 to 255. In 16 bits, so that smoothing always gets the same type of array, which engines run faster. */
export interface GrayImage {
  width: number;
  height: number;
  data: Uint16Array;
}

/** Converts pixels to grey. Ignores alpha: photos have none. */
export function toGray({ width, height, data }: RgbaPixels): GrayImage {
  const gray = new Uint16Array(width * height);
  for (let pixel = 0, at = 0; pixel < gray.length; pixel++, at += 4) {
    // The weights sum to 256.
    gray[pixel] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0) + 128) >> 8;
  }
  return { width, height, data: gray };
}
