import type { FloatImage } from './pyramid.ts';

export interface Corner {
  x: number;
  y: number;
  strength: number;
}

/** The image is divided into this many cells per side. Each has its share of corners: glossy paint has few and weak ones. */
const CELLS = 10;

/**
 * Finds the strongest corners (Shi and Tomasi), spread over the image.
 *
 * @param margin - Corners are at least this far from the border, in pixels.
 */
export function findCorners(image: FloatImage, maxCount: number, margin: number): Corner[] {
  const { width, height } = image;
  const strengths = computeStrengths(image);
  const cells = new Map<number, Corner[]>();
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) {
      const strength = strengths[y * width + x] ?? 0;
      if (strength < 1 || !isLocalMaximum(strengths, y * width + x, width)) continue;
      const cell = Math.floor((y * CELLS) / height) * CELLS + Math.floor((x * CELLS) / width);
      cells.set(cell, [...(cells.get(cell) ?? []), { x, y, strength }]);
    }
  const sorted = [...cells.values()].map((corners) => corners.sort((a, b) => b.strength - a.strength));
  const found: Corner[] = [];
  for (let rank = 0; found.length < maxCount && sorted.some((corners) => rank < corners.length); rank++) {
    const ofRank = sorted.flatMap((corners) => corners[rank] ?? []);
    found.push(...ofRank.sort((a, b) => b.strength - a.strength).slice(0, maxCount - found.length));
  }
  return found;
}

/** Returns the smaller eigenvalue of the structure tensor of each pixel, over 5 × 5 pixels. */
function computeStrengths({ width, height, data }: FloatImage): Float32Array {
  const size = width * height;
  const [xx, yy, xy] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const dx = ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) / 2;
      const dy = ((data[at + width] ?? 0) - (data[at - width] ?? 0)) / 2;
      xx[at] = dx * dx;
      yy[at] = dy * dy;
      xy[at] = dx * dy;
    }
  const [sxx, syy, sxy] = [
    sumAround(xx, width, height),
    sumAround(yy, width, height),
    sumAround(xy, width, height),
  ];
  const strengths = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const [a, b, c] = [sxx[at] ?? 0, syy[at] ?? 0, sxy[at] ?? 0];
    strengths[at] = (a + b - Math.sqrt((a - b) * (a - b) + 4 * c * c)) / 2;
  }
  return strengths;
}

/** Sums 5 × 5 pixels, separably. Sums within 2 pixels of the border are left 0. */
function sumAround(source: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(source.length);
  for (let at = 2; at < source.length - 2; at++)
    across[at] =
      (source[at - 2] ?? 0) +
      (source[at - 1] ?? 0) +
      (source[at] ?? 0) +
      (source[at + 1] ?? 0) +
      (source[at + 2] ?? 0);
  const sums = new Float32Array(source.length);
  for (let at = 2 * width; at < (height - 2) * width; at++)
    sums[at] =
      (across[at - 2 * width] ?? 0) +
      (across[at - width] ?? 0) +
      (across[at] ?? 0) +
      (across[at + width] ?? 0) +
      (across[at + 2 * width] ?? 0);
  return sums;
}

function isLocalMaximum(values: Float32Array, at: number, width: number): boolean {
  const value = values[at] ?? 0;
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= 2; dx++) {
      const other = values[at + dy * width + dx] ?? 0;
      // Of equal neighbours, the first counts.
      if (other > value || (other === value && dy * width + dx < 0)) return false;
    }
  return true;
}
