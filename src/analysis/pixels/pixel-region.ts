import type { Box } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import type { Canvas } from './model-canvas.ts';
import type { RgbaPixels } from './photo-scaler.ts';

/** A part of a decoded photo, in whole pixels. */
export interface PixelRegion extends Size {
  x: number;
  y: number;
}

/** A canvas for a part of a photo. Without a region, for all of it. */
export interface PhotoCanvas extends Canvas {
  region?: PixelRegion | undefined;
}

/** Returns the pixels that a box touches, at least one: the box is rounded outwards and clipped to the photo. */
export function toPixelRegion({ x0, y0, x1, y1 }: Box, photo: Size): PixelRegion {
  const x = Math.min(photo.width - 1, Math.max(0, Math.floor(x0)));
  const y = Math.min(photo.height - 1, Math.max(0, Math.floor(y0)));
  return {
    x,
    y,
    width: Math.max(1, Math.min(photo.width, Math.ceil(x1)) - x),
    height: Math.max(1, Math.min(photo.height, Math.ceil(y1)) - y),
  };
}

/** Copies the pixels of a region. */
export function cropPixels(
  { data, width }: RgbaPixels,
  region: PixelRegion,
): RgbaPixels & { data: Uint8ClampedArray } {
  const crop = new Uint8ClampedArray(4 * region.width * region.height);
  for (let row = 0; row < region.height; row += 1) {
    const from = 4 * ((region.y + row) * width + region.x);
    crop.set(data.subarray(from, from + 4 * region.width), 4 * row * region.width);
  }
  return { width: region.width, height: region.height, data: crop };
}
