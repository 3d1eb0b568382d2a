import { type PixelRegion, toPixelRegion } from '../detection/pixel-region.ts';
import { type Quad, quadSize } from './quad.ts';

/** Kept around the lines, in letter heights: the detector needs something around a line to find it. */
const MARGIN_ALONG = 6;
const MARGIN_ACROSS = 3;
/** A region of more of the photo saves too little. */
const LARGEST_SHARE = 0.7;

/**
 * Returns where a value is searched for again: around the lines that it was read from. Undefined if that is most of the photo,
 * or if there are no lines.
 */
export function findSearchRegion(
  lines: readonly Quad[],
  photo: { width: number; height: number },
): PixelRegion | undefined {
  if (lines.length === 0) return undefined;
  const letters = Math.max(...lines.map((line) => quadSize(line).height));
  const [xs, ys] = [0, 1].map((axis) => lines.flatMap((line) => line.map((corner) => corner[axis] ?? 0)));
  const region = toPixelRegion(
    {
      x0: Math.min(...(xs ?? [])) - MARGIN_ALONG * letters,
      y0: Math.min(...(ys ?? [])) - MARGIN_ACROSS * letters,
      x1: Math.max(...(xs ?? [])) + MARGIN_ALONG * letters,
      y1: Math.max(...(ys ?? [])) + MARGIN_ACROSS * letters,
    },
    photo,
  );
  const share = (region.width * region.height) / (photo.width * photo.height);
  return share <= LARGEST_SHARE ? region : undefined;
}
