/** Pixels in rows, so many bytes each. */
export interface Raster {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

const BLOCK = 8;

/**
 * How many eighths a browser's JPEG decoder scales to when it is asked for `wanted`: the most that cover no more
 * pixels. (Chromium's JPEGImageDecoder; its libjpeg-turbo knows no other steps.)
 */
export function eighthsFor(photo: Size, wanted: Size): number {
  const share = (wanted.width * wanted.height) / (photo.width * photo.height);
  return share >= 1 ? BLOCK : Math.max(1, Math.floor(BLOCK * Math.sqrt(share)));
}

interface Size {
  width: number;
  height: number;
}

/**
 * Scales what was decoded whole to `eighths` eighths, as libjpeg-turbo does while it decodes: every block of 8 x 8
 * becomes one of n x n. `picture` is as it is stored, not turned upright. The answer is RGBA.
 */
export function inEighths({ width, height, channels, data }: Raster, eighths: number): Raster {
  const weights = blockWeights(eighths);
  const size = { width: scaled(width, eighths), height: scaled(height, eighths) };
  const out = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  const row = new Float32Array(width * channels);
  for (let y = 0; y < size.height; y += 1) {
    const top = Math.floor(y / eighths) * BLOCK;
    row.fill(0);
    for (let tap = 0; tap < BLOCK; tap += 1) {
      const weight = weights[(y % eighths) * BLOCK + tap] as number;
      if (weight === 0) continue;
      // What a block has beyond the edge is not in the picture; the last row is the best guess.
      const from = Math.min(height - 1, top + tap) * width * channels;
      for (let x = 0; x < row.length; x += 1)
        row[x] = (row[x] as number) + weight * (data[from + x] as number);
    }
    narrow(row, width, channels, weights, eighths, out.subarray(y * size.width * 4), size.width);
  }
  return { ...size, channels: 4, data: new Uint8Array(out.buffer) };
}

function narrow(
  row: Float32Array,
  width: number,
  channels: number,
  weights: Float64Array,
  eighths: number,
  out: Uint8ClampedArray,
  outWidth: number,
): void {
  for (let x = 0; x < outWidth; x += 1) {
    const left = Math.floor(x / eighths) * BLOCK;
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      for (let tap = 0; tap < BLOCK; tap += 1) {
        const at = Math.min(width - 1, left + tap) * channels + channel;
        sum += (weights[(x % eighths) * BLOCK + tap] as number) * (row[at] as number);
      }
      out[x * 4 + channel] = sum;
    }
  }
}

/** For each of n pixels the weights of the eight that it is made of. */
function blockWeights(n: number): Float64Array {
  const weights = new Float64Array(n * BLOCK);
  const each = BLOCK / n;
  for (let out = 0; out < n; out += 1) {
    for (let tap = 0; tap < BLOCK; tap += 1) {
      // At a half, a quarter and an eighth the library averages; else it takes the n lowest frequencies of the block.
      weights[out * BLOCK + tap] = Number.isInteger(each)
        ? Number(Math.floor(tap / each) === out) / each
        : lowFrequencies(n, out, tap);
    }
  }
  return weights;
}

function lowFrequencies(n: number, out: number, tap: number): number {
  let sum = 1 / BLOCK;
  for (let frequency = 1; frequency < n; frequency += 1) {
    const there = Math.cos(((2 * tap + 1) * frequency * Math.PI) / (2 * BLOCK));
    sum += (2 / BLOCK) * there * Math.cos(((2 * out + 1) * frequency * Math.PI) / (2 * n));
  }
  return sum;
}

function scaled(length: number, eighths: number): number {
  return Math.ceil((length * eighths) / BLOCK);
}
