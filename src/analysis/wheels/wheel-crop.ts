import type { RgbaPixels } from '../detection/photo-scaler.ts';
import type { Box } from '../geometry/box.ts';

/** Added around the wheel's box on each side, as a fraction of its longer side: as in the classifier's training crops. */
const MARGIN = 0.12;
/** Wheels with a shorter longer side, in pixels of the decoded photo, are too small to classify. */
const MIN_SIDE = 40;

/** Returns the square around a wheel that is classified, clipped to the photo. If it is too small, returns undefined. */
export function computeWheelCrop(
  { x0, y0, x1, y1 }: Box,
  photo: { width: number; height: number },
): Box | undefined {
  const longerSide = Math.max(x1 - x0, y1 - y0);
  if (longerSide < MIN_SIDE) return undefined;
  const half = (longerSide * (1 + 2 * MARGIN)) / 2;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return {
    x0: Math.max(0, x - half),
    y0: Math.max(0, y - half),
    x1: Math.min(photo.width, x + half),
    y1: Math.min(photo.height, y + half),
  };
}

/** Returns the pixels in a box, at least one. The box is rounded outwards and clipped to the photo. */
export function cropPixels({ data, width, height }: RgbaPixels, box: Box): RgbaPixels {
  const x0 = Math.min(width - 1, Math.max(0, Math.floor(box.x0)));
  const y0 = Math.min(height - 1, Math.max(0, Math.floor(box.y0)));
  const size = {
    width: Math.max(1, Math.min(width, Math.ceil(box.x1)) - x0),
    height: Math.max(1, Math.min(height, Math.ceil(box.y1)) - y0),
  };
  const crop = new Uint8ClampedArray(4 * size.width * size.height);
  for (let row = 0; row < size.height; row += 1) {
    const from = 4 * ((y0 + row) * width + x0);
    crop.set(data.subarray(from, from + 4 * size.width), 4 * row * size.width);
  }
  return { ...size, data: crop };
}
