import type { Pixels } from './letterbox.ts';

/**
 * Scales RGB or RGBA pixels with a triangle filter that widens as it shrinks, so that nothing is passed over. It is
 * our own because browsers scale each in their way: the same photo must give the same findings everywhere.
 */
export function resample(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const columns = taps(pixels.width, width);
  const rows = taps(pixels.height, height);
  const narrowed = new Float32Array(pixels.height * width * 3);
  shrinkRows(pixels, columns, width, narrowed);
  return { data: shrinkColumns(narrowed, rows, width, height), width, height, channels: 3 };
}

/** For each output pixel: the first input pixel that counts, and the weights from there on (they add up to 1). */
interface Taps {
  starts: Int32Array;
  counts: Int32Array;
  /** `most` weights for each output pixel. */
  weights: Float32Array;
  most: number;
}

function taps(from: number, to: number): Taps {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const most = Math.ceil(radius) * 2 + 1;
  const result = {
    starts: new Int32Array(to),
    counts: new Int32Array(to),
    weights: new Float32Array(to * most),
    most,
  };
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const start = Math.max(0, Math.floor(centre - radius));
    const end = Math.min(from, Math.ceil(centre + radius));
    let total = 0;
    for (let at = start; at < end; at += 1) {
      const weight = Math.max(0, 1 - Math.abs(at + 0.5 - centre) / radius);
      result.weights[out * most + at - start] = weight;
      total += weight;
    }
    for (let tap = 0; tap < end - start; tap += 1) {
      result.weights[out * most + tap] = (result.weights[out * most + tap] ?? 0) / total;
    }
    result.starts[out] = start;
    result.counts[out] = end - start;
  }
  return result;
}

function shrinkRows(
  { data, width: from, height, channels }: Pixels,
  columns: Taps,
  width: number,
  into: Float32Array,
) {
  const { starts, counts, weights, most } = columns;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let at = (y * from + (starts[x] as number)) * channels;
      const end = x * most + (counts[x] as number);
      let [red, green, blue] = [0, 0, 0];
      for (let tap = x * most; tap < end; tap += 1, at += channels) {
        const weight = weights[tap] as number;
        red += weight * (data[at] as number);
        green += weight * (data[at + 1] as number);
        blue += weight * (data[at + 2] as number);
      }
      const to = (y * width + x) * 3;
      into[to] = red;
      into[to + 1] = green;
      into[to + 2] = blue;
    }
  }
}

function shrinkColumns(from: Float32Array, rows: Taps, width: number, height: number): Uint8ClampedArray {
  const { starts, counts, weights, most } = rows;
  const line = width * 3;
  const result = new Uint8ClampedArray(height * line);
  const sums = new Float32Array(line);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let tap = 0; tap < (counts[y] as number); tap += 1) {
      const weight = weights[y * most + tap] as number;
      const at = ((starts[y] as number) + tap) * line;
      for (let x = 0; x < line; x += 1) sums[x] = (sums[x] as number) + weight * (from[at + x] as number);
    }
    result.set(sums, y * line);
  }
  return result;
}
