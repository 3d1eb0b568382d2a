import type { Orientation } from '../../photo/header/read-header.ts';
import type { Raster } from './jpeg-scaling.ts';

/** Rotates and mirrors RGBA pixels from their stored orientation to upright. */
export function applyOrientation(stored: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return stored;
  const { width: w, height: h, data } = stored;
  const [start, right, down] = getPixelSteps(orientation, w, h);
  const [width, height] = orientation >= 5 ? [h, w] : [w, h];
  const from = new Uint32Array(data.buffer, data.byteOffset, w * h);
  const to = new Uint32Array(w * h);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) to[y * width + x] = from[start + x * right + y * down] as number;
  }
  return { width, height, channels: 4, data: new Uint8Array(to.buffer) };
}

/** Returns the index of the upright photo's first pixel, and the offsets to its right and lower neighbours. */
function getPixelSteps(
  orientation: Orientation,
  w: number,
  h: number,
): [start: number, right: number, down: number] {
  const last = w * h - 1;
  const steps: Record<Orientation, [number, number, number]> = {
    1: [0, 1, w],
    2: [w - 1, -1, w],
    3: [last, -1, -w],
    4: [last - w + 1, 1, -w],
    5: [0, w, 1],
    6: [last - w + 1, -w, 1],
    7: [last, -w, -1],
    8: [w - 1, w, -1],
  };
  return steps[orientation];
}
