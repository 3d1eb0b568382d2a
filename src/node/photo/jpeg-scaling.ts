/** Pixels in rows, with one byte per channel. */
export interface Raster {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

const BLOCK = 8;

/**
 * Returns the scale, in eighths, that a browser's JPEG decoder uses for a requested size: the largest one that gives no
 * more pixels than requested. Chromium's JPEGImageDecoder does this; its libjpeg-turbo supports no other steps.
 */
export function chooseEighths(photo: Size, wanted: Size): number {
  const share = (wanted.width * wanted.height) / (photo.width * photo.height);
  return share >= 1 ? BLOCK : Math.max(1, Math.floor(BLOCK * Math.sqrt(share)));
}

interface Size {
  width: number;
  height: number;
}

/**
 * Scales a decoded JPEG to `eighths` eighths, as libjpeg-turbo does while it decodes: each block of 8 × 8 pixels becomes
 * one of n × n. The input must be in its stored orientation, because the blocks are. Returns RGBA.
 */
export function scaleByEighths({ width, height, channels, data }: Raster, eighths: number): Raster {
  const weights = computeBlockWeights(eighths);
  const size = { width: scaleLength(width, eighths), height: scaleLength(height, eighths) };
  const out = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  const row = new Float32Array(width * channels);
  for (let y = 0; y < size.height; y += 1) {
    const top = Math.floor(y / eighths) * BLOCK;
    row.fill(0);
    for (let tap = 0; tap < BLOCK; tap += 1) {
      const weight = weights[(y % eighths) * BLOCK + tap] as number;
      if (weight === 0) continue;
      // The part of a block beyond the edge is not in the picture. The last row is the best estimate.
      const from = Math.min(height - 1, top + tap) * width * channels;
      for (let x = 0; x < row.length; x += 1)
        row[x] = (row[x] as number) + weight * (data[from + x] as number);
    }
    scaleRow(row, width, channels, weights, eighths, out.subarray(y * size.width * 4), size.width);
  }
  return { ...size, channels: 4, data: new Uint8Array(out.buffer) };
}

function scaleRow(
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

/** Returns, for each of the n output pixels, the weights of the 8 input pixels. */
function computeBlockWeights(n: number): Float64Array {
  const weights = new Float64Array(n * BLOCK);
  const each = BLOCK / n;
  for (let out = 0; out < n; out += 1) {
    for (let tap = 0; tap < BLOCK; tap += 1) {
      // At 1/2, 1/4 and 1/8 the library averages. Otherwise it keeps the n lowest frequencies of the block.
      weights[out * BLOCK + tap] = Number.isInteger(each)
        ? Number(Math.floor(tap / each) === out) / each
        : computeLowPassWeight(n, out, tap);
    }
  }
  return weights;
}

function computeLowPassWeight(n: number, out: number, tap: number): number {
  let sum = 1 / BLOCK;
  for (let frequency = 1; frequency < n; frequency += 1) {
    const input = Math.cos(((2 * tap + 1) * frequency * Math.PI) / (2 * BLOCK));
    sum += (2 / BLOCK) * input * Math.cos(((2 * out + 1) * frequency * Math.PI) / (2 * n));
  }
  return sum;
}

function scaleLength(length: number, eighths: number): number {
  return Math.ceil((length * eighths) / BLOCK);
}
