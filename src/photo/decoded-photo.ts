interface PhotoSize {
  width: number;
  height: number;
}

/** Upright RGBA pixels of a photo, scaled down, and the size of the original photo. */
export interface DecodedPhoto extends PhotoSize {
  data: Uint8ClampedArray;
  original: PhotoSize;
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
