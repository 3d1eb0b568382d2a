import type { Box } from '../geometry/box.ts';

/** Around the wheel's box, as the crops that the analyser learnt from were cut. */
const ROOM = 0.12;
/** Nothing can be told of a wheel whose longer side is shorter, in pixels of the photo that it is cut from. */
const SMALLEST = 40;

/** The square around a wheel that the analyser looks at, clipped to the photo; undefined for one that is too small. */
export function wheelCrop(
  { x0, y0, x1, y1 }: Box,
  photo: { width: number; height: number },
): Box | undefined {
  const longest = Math.max(x1 - x0, y1 - y0);
  if (longest < SMALLEST) return undefined;
  const half = (longest * (1 + 2 * ROOM)) / 2;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return {
    x0: Math.max(0, x - half),
    y0: Math.max(0, y - half),
    x1: Math.min(photo.width, x + half),
    y1: Math.min(photo.height, y + half),
  };
}
