export interface PhotoSize {
  width: number;
  height: number;
}

/** Upright RGBA pixels of a photo, scaled down, and the size of the original photo. */
export interface DecodedPhoto extends PhotoSize {
  data: Uint8ClampedArray;
  original: PhotoSize;
}

/** A part of a photo, in whole pixels. */
export interface PhotoRegion extends PhotoSize {
  x: number;
  y: number;
}

/** A decoded photo of which only some regions are copied: to copy a large one takes a third of the time of decoding it. */
export interface PhotoDetail extends PhotoSize {
  /** Returns the upright RGBA pixels of a region. */
  copy(region: PhotoRegion): Promise<Omit<DecodedPhoto, 'original'>>;
  /** Releases the memory of the photo. */
  close(): void;
}

/** A phone has no memory for several photos larger than this while one of them is being decoded. */
const LARGE_PHOTO_PIXELS = 16_000_000;

export function isLargePhoto({ width, height }: PhotoSize): boolean {
  return width * height > LARGE_PHOTO_PIXELS;
}

/**
 * Returns the longer sides of a photo at 1, 1/2, 1/4 and 1/8 of its size: all JPEG decoders scale to these in the same way, in
 * browsers and in Node.
 */
export function listEqualSides({ width, height }: PhotoSize): number[] {
  return [1, 2, 4, 8].map((divisor) => Math.ceil(Math.max(width, height) / divisor));
}

/**
 * Returns the size of a photo whose longer side is at most `maxSide`. Never enlarges.
 *
 * Rounds up: JPEG decoders scale in steps, and for a size slightly below a step they take the next smaller one.
 */
export function fitWithin({ width, height }: PhotoSize, maxSide: number): PhotoSize {
  const longerSide = Math.max(width, height);
  if (longerSide <= maxSide) return { width, height };
  return {
    width: Math.ceil((width * maxSide) / longerSide),
    height: Math.ceil((height * maxSide) / longerSide),
  };
}
