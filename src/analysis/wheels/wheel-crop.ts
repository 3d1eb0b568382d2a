import type { Box } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';

/** Added around the wheel's box on each side, as a fraction of its longer side: as in the analyser's training crops. */
const MARGIN = 0.12;
/** Wheels with a shorter longer side, in pixels of the decoded photo, are too small to analyse. */
const MIN_SIDE = 40;

/** Returns the square around a wheel that is analysed, clipped to the photo. If it is too small, returns undefined. */
export function computeWheelCrop({ x0, y0, x1, y1 }: Box, photo: Size): Box | undefined {
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
