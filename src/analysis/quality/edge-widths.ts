import type { GrayImage } from './gray.ts';

/**
 * The widths of the edges of an image, counted by direction, strength and width.
 *
 * The image is smoothed a little, and once more. Smoothing flattens a sharp edge far more than a soft one, so the ratio
 * of the two gradients at an edge gives its blur, independent of its contrast: for an edge of sigma s, the squared
 * gradients have the ratio (s² + coarse) to (s² + fine). Panels, skies and dark corners have no edges and do not count.
 */
export interface EdgeWidths {
  /** `counts[(direction * STRENGTHS + strength) * WIDTHS + width]` */
  counts: Uint32Array;
}

/** Horizontal, vertical and the two diagonals: camera shake blurs the edges of some directions only. */
export const DIRECTIONS = 4;
/** From 0.5, 1 and 2 levels of 255 per pixel. */
export const STRENGTHS = 3;
/** Bins of 1/8 pixel of sigma. The last one also counts all wider edges. */
export const WIDTHS = 128;
export const BINS_PER_PIXEL = 8;

/** Variances of the two smoothings in square pixels, each including the central difference. */
const FINE_VARIANCE = 0.5 + 1 / 3;
const COARSE_VARIANCE = 2.5 + 1 / 3;

/** The share of noise of variance 1 in the squared gradients, from the taps of the filters. */
const FINE_NOISE = 0.469;
const COARSE_NOISE = 0.035;

export function measureEdgeWidths({ width, height, data }: GrayImage): EdgeWidths {
  const counts = new Uint32Array(DIRECTIONS * STRENGTHS * WIDTHS);
  const fine = smooth(data, width, height, 1);
  const coarse = smooth(fine, width, height, 2);
  const noise = estimateNoiseVariance(data, fine);
  // In squared levels per two pixels. An edge must also exceed the noise of the fine image.
  const minGradient = Math.max(1, 4 * FINE_NOISE * noise);

  for (let y = 2; y < height - 2; y++) {
    for (let at = y * width + 2; at < y * width + width - 2; at++) {
      const gradient = squaredGradient(coarse, at, width, 256);
      if (gradient < minGradient) continue;
      const direction = classifyDirection(
        (coarse[at + 1] as number) - (coarse[at - 1] as number),
        (coarse[at + width] as number) - (coarse[at - width] as number),
      );
      const ahead = direction === 0 ? 1 : direction === 1 ? width : direction === 2 ? width + 1 : width - 1;
      // Only the crest of an edge counts: its slopes do not show its width.
      if (gradient < squaredGradient(coarse, at - ahead, width, 256)) continue;
      if (gradient < squaredGradient(coarse, at + ahead, width, 256)) continue;

      const fineGradient = squaredGradient(fine, at, width, 16) - FINE_NOISE * noise;
      const sigma = toSigma(fineGradient / (gradient - COARSE_NOISE * noise));
      const bin = Math.min(WIDTHS - 1, Math.floor(sigma * BINS_PER_PIXEL));
      const strength = gradient >= 16 ? 2 : gradient >= 4 ? 1 : 0;
      const slot = (direction * STRENGTHS + strength) * WIDTHS + bin;
      counts[slot] = (counts[slot] as number) + 1;
    }
  }
  return { counts };
}

/** Returns the squared gradient at a pixel that is not at the border, in levels per two pixels. */
function squaredGradient(image: Uint16Array, at: number, width: number, scale: number): number {
  const dx = ((image[at + 1] as number) - (image[at - 1] as number)) / scale;
  const dy = ((image[at + width] as number) - (image[at - width] as number)) / scale;
  return dx * dx + dy * dy;
}

function classifyDirection(dx: number, dy: number): number {
  const across = Math.abs(dx);
  const down = Math.abs(dy);
  if (across > 2 * down) return 0;
  if (down > 2 * across) return 1;
  return dx > 0 === dy > 0 ? 2 : 3;
}

function toSigma(ratio: number): number {
  if (ratio <= 1.001) return WIDTHS / BINS_PER_PIXEL;
  return Math.sqrt(Math.max(0, (COARSE_VARIANCE - FINE_VARIANCE * ratio) / (ratio - 1)));
}

/**
 * Estimates the sensor noise from what the first smoothing removes in the calmest third of the image, which is free of
 * detail in almost every photo. JPEG may have removed the noise exactly there; then edges have little of it too.
 */
function estimateNoiseVariance(data: Uint16Array, fine: Uint16Array): number {
  const counts = new Uint32Array(16 * 32);
  let samples = 0;
  // An odd stride samples different columns in each row, for any width.
  for (let at = 0; at < data.length; at += 7, samples++) {
    const difference = Math.min(counts.length - 1, Math.abs(16 * (data[at] ?? 0) - (fine[at] ?? 0)));
    counts[difference] = (counts[difference] ?? 0) + 1;
  }
  let below = 0;
  let calm = 0;
  while (calm < counts.length && below + (counts[calm] ?? 0) <= 0.3 * samples) below += counts[calm++] ?? 0;
  // Of normally distributed noise, the smoothing removes 0.8 sigma, and 30 % are within 0.385 sigma.
  return (calm / 16 / (0.8 * 0.385)) ** 2;
}

/**
 * Smooths with 1 2 1 along columns and rows, with taps `step` apart; the border repeats. Does not divide, so the result
 * is exactly 16 times as large: two passes on bytes fit into 16 bits, and mirroring the image changes no bit.
 */
function smooth(source: Uint16Array, width: number, height: number, step: number): Uint16Array {
  const result = new Uint16Array(source.length);
  const row = new Uint16Array(width + 2 * step); // with its border
  for (let y = 0; y < height; y++) {
    smoothColumns(source, row, { width, height, y, step });
    const first = y * width;
    for (let x = 0; x < width; x++)
      result[first + x] = (row[x] as number) + 2 * (row[x + step] as number) + (row[x + 2 * step] as number);
  }
  return result;
}

/** Writes one row, smoothed along the columns, and repeats its first and last pixel `step` times. */
function smoothColumns(
  source: Uint16Array,
  row: Uint16Array,
  { width, height, y, step }: { width: number; height: number; y: number; step: number },
): void {
  const at = y * width;
  const above = Math.max(0, y - step) * width;
  const below = Math.min(height - 1, y + step) * width;
  for (let x = 0; x < width; x++)
    row[x + step] =
      (source[above + x] as number) + 2 * (source[at + x] as number) + (source[below + x] as number);
  row.fill(row[step] as number, 0, step);
  row.fill(row[width + step - 1] as number, width + step);
}
