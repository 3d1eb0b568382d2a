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
  // Pixels of a block beyond the edge are not in the picture. The last row and column are the best estimate.
  const blocks = Math.ceil(width / BLOCK);
  const row = new Float32Array(blocks * BLOCK * channels);
  for (let y = 0; y < size.height; y += 1) {
    const top = Math.floor(y / eighths) * BLOCK;
    const rows = Array.from({ length: BLOCK }, (_, tap) => {
      const from = Math.min(height - 1, top + tap) * width * channels;
      return data.subarray(from, from + width * channels);
    });
    const first = (y % eighths) * BLOCK;
    combineRows(rows, weights.subarray(first, first + BLOCK), row);
    for (let at = width * channels; at < row.length; at += 1) row[at] = row[at - channels] as number;
    scaleRow(row, channels, weights, eighths, out.subarray(y * size.width * 4, (y + 1) * size.width * 4));
  }
  return { ...size, channels: 4, data: new Uint8Array(out.buffer) };
}

/** Fills `out` with the weighted sum of 8 rows. Written without an inner loop: it runs for every value of a photo. */
function combineRows(rows: readonly Uint8Array[], weights: Float64Array, out: Float32Array): void {
  const [a, b, c, d, e, f, g, h] = rows as Eight<Uint8Array>;
  const [wa, wb, wc, wd, we, wf, wg, wh] = weights as unknown as Eight<number>;
  for (let x = 0; x < a.length; x += 1) {
    const upper = wa * at(a, x) + wb * at(b, x) + wc * at(c, x) + wd * at(d, x);
    const lower = we * at(e, x) + wf * at(f, x) + wg * at(g, x) + wh * at(h, x);
    out[x] = upper + lower;
  }
}

type Eight<T> = [T, T, T, T, T, T, T, T];

function at(values: Uint8Array, index: number): number {
  return values[index] as number;
}

/** Scales a row of complete blocks to RGBA. */
function scaleRow(
  row: Float32Array,
  channels: number,
  weights: Float64Array,
  eighths: number,
  out: Uint8ClampedArray,
): void {
  for (let to = 0, x = 0; to < out.length; to += 4, x += 1) {
    const left = Math.floor(x / eighths) * BLOCK * channels;
    const first = (x % eighths) * BLOCK;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let tap = 0, from = left; tap < BLOCK; tap += 1, from += channels) {
      const weight = weights[first + tap] as number;
      red += weight * (row[from] as number);
      green += weight * (row[from + 1] as number);
      blue += weight * (row[from + 2] as number);
    }
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
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
