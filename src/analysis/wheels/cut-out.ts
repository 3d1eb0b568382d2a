import type { RgbaPixels } from '../detection/photo-layout.ts';
import type { Box } from '../geometry/box.ts';

/** The pixels in a box, at least one; the box is rounded outwards and ends at the picture's border. */
export function cutOut({ data, width, height }: RgbaPixels, box: Box): RgbaPixels {
  const x0 = Math.min(width - 1, Math.max(0, Math.floor(box.x0)));
  const y0 = Math.min(height - 1, Math.max(0, Math.floor(box.y0)));
  const size = {
    width: Math.max(1, Math.min(width, Math.ceil(box.x1)) - x0),
    height: Math.max(1, Math.min(height, Math.ceil(box.y1)) - y0),
  };
  const cut = new Uint8ClampedArray(4 * size.width * size.height);
  for (let row = 0; row < size.height; row += 1) {
    const from = 4 * ((y0 + row) * width + x0);
    cut.set(data.subarray(from, from + 4 * size.width), 4 * row * size.width);
  }
  return { ...size, data: cut };
}
