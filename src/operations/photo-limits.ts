import { LIMITS } from '../domain/limits.ts';
import { KerbsideError } from '../errors.ts';

/** @throws `photo_too_large`. */
export function checkByteLength(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new KerbsideError(
    'photo_too_large',
    `The photo has ${toMebibytes(bytes)}, more than the limit of ${toMebibytes(maxBytes)}. Take it at a lower resolution.`,
    { details: { bytes, maxBytes } },
  );
}

/** @throws `photo_invalid` if the photo is too small, `photo_too_large` if it has too many pixels. */
export function checkDimensions(width: number, height: number): void {
  if (Math.min(width, height) < LIMITS.photoMinSide) {
    throw new KerbsideError(
      'photo_invalid',
      `The photo is ${width} x ${height} pixels. Each side must have at least ${LIMITS.photoMinSide}.`,
      { details: { reason: 'too_small', width, height } },
    );
  }
  if (width * height > LIMITS.photoMaxPixels) {
    throw new KerbsideError(
      'photo_too_large',
      `The photo is ${width} x ${height} pixels, more than the limit of ${LIMITS.photoMaxPixels / 1e6} megapixels.`,
      { details: { width, height, maxPixels: LIMITS.photoMaxPixels } },
    );
  }
}

function toMebibytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}
