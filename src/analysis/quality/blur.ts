import { BINS_PER_PIXEL, DIRECTIONS, type EdgeWidths, edgeWidths, STRENGTHS, WIDTHS } from './edge-widths.ts';
import type { GrayPicture } from './gray.ts';

/** The sharper part of the edges counts, so that a background out of focus does not: sharper than 7 in 10. */
const sharpest = 0.3;
/** A direction with fewer of the edges has no say: a few soft edges can be anything. */
const leastShare = 0.04;
/** Beyond it edges are too faint for their width to be told; far past the point where a photo is refused. */
const widest = 0.006;

/**
 * Blur of the picture as the sigma of a Gaussian, as a share of the longer side: that of the direction which is
 * blurred most. 0 when there are no edges to judge by: a blank picture is not blurred.
 */
export function blurOf(gray: GrayPicture): number {
  const longer = Math.max(1, gray.width, gray.height);
  const edges = edgeWidths(gray);
  const widths = byDirection(edges, longer);
  const total = sum(widths.map(sum));
  const least = Math.max(longer / 20, leastShare * total);
  const sigmas = widths.filter((counts) => sum(counts) >= least).map((counts) => quantile(counts, sharpest));
  return Math.min(widest, Math.max(0, ...sigmas) / longer);
}

/** Strong edges alone where there are enough of them; JPEG blocks and noise only make weak ones. */
function byDirection(edges: EdgeWidths, enough: number): Uint32Array[] {
  let widths: Uint32Array[] = [];
  for (let weakest = STRENGTHS - 1; weakest >= 0; weakest--) {
    widths = Array.from({ length: DIRECTIONS }, (_, direction) => gathered(edges, direction, weakest));
    if (sum(widths.map(sum)) >= enough) break;
  }
  return widths;
}

function gathered({ counts }: EdgeWidths, direction: number, weakest: number): Uint32Array {
  const widths = new Uint32Array(WIDTHS);
  for (let strength = weakest; strength < STRENGTHS; strength++) {
    const first = (direction * STRENGTHS + strength) * WIDTHS;
    for (let bin = 0; bin < WIDTHS; bin++) widths[bin] = (widths[bin] ?? 0) + (counts[first + bin] ?? 0);
  }
  return widths;
}

/** In pixels, as though the edges of a bin were spread evenly over it. */
function quantile(counts: Uint32Array, share: number): number {
  let left = share * sum(counts);
  for (let bin = 0; bin < counts.length; bin++) {
    const here = counts[bin] ?? 0;
    if (here > 0 && left <= here) return (bin + left / here) / BINS_PER_PIXEL;
    left -= here;
  }
  return counts.length / BINS_PER_PIXEL;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
