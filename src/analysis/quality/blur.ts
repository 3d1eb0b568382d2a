import {
  BINS_PER_PIXEL,
  DIRECTIONS,
  type EdgeWidths,
  measureEdgeWidths,
  STRENGTHS,
  WIDTHS,
} from './edge-widths.ts';
import type { GrayImage } from './gray.ts';

/** The blur of a direction is this quantile of its edge widths: the sharpest edges count, not a blurred background. */
const SHARP_QUANTILE = 0.3;
/** A direction with a smaller fraction of the edges is ignored: a few soft edges can be anything. */
const MIN_DIRECTION_FRACTION = 0.04;
/** The highest blur that is returned. Wider edges are too faint to measure; the threshold is far below. */
const MAX_BLUR = 0.006;

/**
 * Returns the blur of an image as the sigma of a Gaussian, as a fraction of the longer side, in its most blurred
 * direction. Without edges, returns 0: a blank image is not blurred.
 */
export function measureBlur(gray: GrayImage): number {
  const longerSide = Math.max(1, gray.width, gray.height);
  const edges = measureEdgeWidths(gray);
  const widths = countByDirection(edges, longerSide);
  const total = sum(widths.map(sum));
  const minEdges = Math.max(longerSide / 20, MIN_DIRECTION_FRACTION * total);
  const sigmas = widths
    .filter((counts) => sum(counts) >= minEdges)
    .map((counts) => quantile(counts, SHARP_QUANTILE));
  return Math.min(MAX_BLUR, Math.max(0, ...sigmas) / longerSide);
}

/** Counts only strong edges if there are enough of them: JPEG blocks and noise only cause weak ones. */
function countByDirection(edges: EdgeWidths, minEdges: number): Uint32Array[] {
  let widths: Uint32Array[] = [];
  for (let weakest = STRENGTHS - 1; weakest >= 0; weakest--) {
    widths = Array.from({ length: DIRECTIONS }, (_, direction) => countWidths(edges, direction, weakest));
    if (sum(widths.map(sum)) >= minEdges) break;
  }
  return widths;
}

function countWidths({ counts }: EdgeWidths, direction: number, weakest: number): Uint32Array {
  const widths = new Uint32Array(WIDTHS);
  for (let strength = weakest; strength < STRENGTHS; strength++) {
    const first = (direction * STRENGTHS + strength) * WIDTHS;
    for (let bin = 0; bin < WIDTHS; bin++) widths[bin] = (widths[bin] ?? 0) + (counts[first + bin] ?? 0);
  }
  return widths;
}

/** Returns a quantile of the widths in pixels. Within a bin, interpolates linearly. */
function quantile(counts: Uint32Array, fraction: number): number {
  let remaining = fraction * sum(counts);
  for (let bin = 0; bin < counts.length; bin++) {
    const count = counts[bin] ?? 0;
    if (count > 0 && remaining <= count) return (bin + remaining / count) / BINS_PER_PIXEL;
    remaining -= count;
  }
  return counts.length / BINS_PER_PIXEL;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
