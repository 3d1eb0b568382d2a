import type { GrayImage } from '../quality/gray.ts';

/** A grey image of floating-point numbers. */
export interface FloatImage {
  width: number;
  height: number;
  data: Float32Array;
}

/** Scales an image down. Each pixel is the mean of the area that it covers. */
export function resize({ width, height, data }: GrayImage, scale: number): FloatImage {
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const across = spread(width, w);
  const down = spread(height, h);
  const narrow = new Float32Array(w * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < w; x++) narrow[y * w + x] = mean(data, y * width, 1, across[x] ?? [0, 1]);
  const scaled = new Float32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) scaled[y * w + x] = mean(narrow, x, w, down[y] ?? [0, 1]);
  return { width: w, height: h, data: scaled };
}

type Span = readonly [from: number, to: number];

/** Returns the span of source pixels of each target pixel. */
function spread(from: number, to: number): Span[] {
  const step = from / to;
  return Array.from({ length: to }, (_, index) => [index * step, (index + 1) * step] as const);
}

function mean(data: ArrayLike<number>, start: number, stride: number, [from, to]: Span): number {
  let sum = 0;
  let weights = 0;
  for (let at = Math.floor(from); at < to - 1e-6; at++) {
    const weight = Math.min(at + 1, to) - Math.max(at, from);
    sum += weight * (data[start + at * stride] ?? 0);
    weights += weight;
  }
  return sum / weights;
}

/** Smooths with a binomial filter of 5 × 5, against noise and JPEG blocks. The border of 2 pixels is left as it is. */
export function smooth({ width, height, data }: FloatImage): FloatImage {
  const across = smoothAlong(data, 1);
  return { width, height, data: smoothAlong(across, width) };
}

function smoothAlong(source: Float32Array, step: number): Float32Array {
  const target = source.slice();
  for (let at = 2 * step; at < source.length - 2 * step; at++) {
    const outer = (source[at - 2 * step] as number) + (source[at + 2 * step] as number);
    const inner = (source[at - step] as number) + (source[at + step] as number);
    target[at] = (outer + 4 * inner + 6 * (source[at] as number)) / 16;
  }
  return target;
}
