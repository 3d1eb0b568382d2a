import { KerbsideError } from '../../errors.ts';
import { type DecodedPhoto, fitWithin, type PhotoRegion, type PhotoSize } from '../decoded-photo.ts';
import type { PhotoHeader } from '../header/read-header.ts';

type Orientation = PhotoHeader['orientation'];

/** Returns the size to decode to, if `orientation` is applied afterwards. */
export function computeStoredSize(upright: PhotoSize, orientation: Orientation, maxSide: number): PhotoSize {
  return swapSides(fitWithin(upright, maxSide), orientation);
}

/** Returns the size of the stored pixels of an upright photo, or the reverse. */
export function swapSides({ width, height }: PhotoSize, orientation: Orientation): PhotoSize {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Returns where a region of an upright photo is in the stored pixels. */
export function toStoredRegion(
  { x, y, width, height }: PhotoRegion,
  orientation: Orientation,
  upright: PhotoSize,
): PhotoRegion {
  const [a, b, c, d, e, f] = uprightTransform(orientation, upright.width, upright.height);
  // The transform only swaps and mirrors, so its transpose is its inverse.
  const corners = [
    [x - e, y - f],
    [x + width - e, y + height - f],
  ] as const;
  const xs = corners.map(([dx, dy]) => a * dx + b * dy);
  const ys = corners.map(([dx, dy]) => c * dx + d * dy);
  return { x: Math.min(...xs), y: Math.min(...ys), ...swapSides({ width, height }, orientation) };
}

/** Draws a bitmap upright with a longer side of at most `maxSide`, returns its pixels, and closes it. */
export function drawUpright(
  bitmap: ImageBitmap,
  orientation: Orientation,
  maxSide: number,
): Omit<DecodedPhoto, 'original'> {
  try {
    const { width, height } = fitWithin(swapSides(bitmap, orientation), maxSide);
    const canvas = typeof OffscreenCanvas === 'undefined' ? undefined : new OffscreenCanvas(width, height);
    const context = canvas?.getContext('2d', { willReadFrequently: true });
    if (!context)
      throw new KerbsideError('unsupported', 'This browser provides no canvas in a worker to decode photos.');
    context.imageSmoothingQuality = 'high';
    context.transform(...uprightTransform(orientation, width, height));
    const drawn = swapSides({ width, height }, orientation);
    context.drawImage(bitmap, 0, 0, drawn.width, drawn.height);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  } finally {
    bitmap.close();
  }
}

type Transform = [number, number, number, number, number, number];

/** Returns the canvas transform that shows stored pixels upright. */
function uprightTransform(orientation: Orientation, width: number, height: number): Transform {
  const transforms: Record<Orientation, Transform> = {
    1: [1, 0, 0, 1, 0, 0],
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  };
  return transforms[orientation];
}
