import type { Canvas } from './canvas.ts';
import { scaledSize } from './canvas.ts';
import { GREY } from './letterbox.ts';

/** Pixels as browsers decode them. */
export interface RgbaPixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Lays photos of any size onto a model's canvas: scaled with a triangle filter that widens as it shrinks (so that no
 * pixel is passed over), as a planar RGB tensor of 0..1. Scaling is our own because browsers scale each in their
 * way: the same photo must give the same findings everywhere. Its buffers serve photo after photo.
 */
export class PhotoLayout {
  #row: BlendedRow = { redBlue: new Uint32Array(0), green: new Uint32Array(0) };
  #tensor = new Float32Array(0);

  /** The tensor is valid until the next call. `photo` is the size that the canvas was fitted to. */
  lay(pixels: RgbaPixels, photo: { width: number; height: number }, canvas: Canvas): Float32Array {
    const { width, height } = scaledSize(photo.width, photo.height, canvas);
    const plane = canvas.width * canvas.height;
    if (this.#row.green.length < pixels.width) {
      this.#row = { redBlue: new Uint32Array(pixels.width), green: new Uint32Array(pixels.width) };
    }
    if (this.#tensor.length < 3 * plane) this.#tensor = new Float32Array(3 * plane);
    const tensor = this.#tensor.subarray(0, 3 * plane);
    const words = wordsOf(pixels);
    const rows = inWholeSteps(taps(pixels.height, height));
    const columns = taps(pixels.width, width);
    for (let y = 0; y < height; y += 1) {
      blendRows(words, pixels.width, rows, y, this.#row);
      narrowRow(this.#row, columns, tensor, y * canvas.width, plane);
    }
    fillAround(tensor, { width, height }, canvas);
    return tensor;
  }
}

/** For each output pixel: the first input pixel that counts, how many count, and their weights, which add up to 1. */
interface Taps<Weights = Float32Array> {
  starts: Int32Array;
  counts: Int32Array;
  weights: Weights;
  /** Room for each output pixel's weights. */
  most: number;
}

function taps(from: number, to: number): Taps {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const most = Math.ceil(2 * radius) + 1;
  const starts = new Int32Array(to);
  const counts = new Int32Array(to);
  const weights = new Float32Array(to * most);
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const start = Math.max(0, Math.floor(centre - radius - 0.5) + 1);
    const end = Math.min(from, Math.ceil(centre + radius - 0.5));
    const weight = (at: number) => Math.max(0, 1 - Math.abs(at + 0.5 - centre) / radius);
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += weight(at);
    for (let at = start; at < end; at += 1) weights[out * most + at - start] = weight(at) / sum;
    starts[out] = start;
    counts[out] = end - start;
  }
  return { starts, counts, weights, most };
}

const WHOLE = 256;

/** The weights as integers that add up to 256; what rounding takes or adds goes to the largest. */
function inWholeSteps({ starts, counts, weights, most }: Taps): Taps<Int32Array> {
  const whole = Int32Array.from(weights, (weight) => Math.round(weight * WHOLE));
  for (let out = 0; out < starts.length; out += 1) {
    const own = whole.subarray(out * most, out * most + (counts[out] as number));
    const largest = own.indexOf(Math.max(...own));
    own[largest] = (own[largest] as number) + WHOLE - own.reduce((sum, weight) => sum + weight, 0);
  }
  return { starts, counts, weights: whole, most };
}

/** A row blended of several: red in the low 16 bits and blue in the high ones, and green, each 256 times its value. */
interface BlendedRow {
  redBlue: Uint32Array;
  green: Uint32Array;
}

/**
 * One row of the scaled picture, still at full width. A pixel is read as one word and its colours are weighted two at
 * a time, in halves of the word: 255 x 256 fits into 16 bits, so none runs over into its neighbour. Byte by byte this
 * loop took three times as long, and it is most of what a photo costs beside its decoding and the model.
 */
function blendRows(
  words: Uint32Array,
  width: number,
  { starts, counts, weights, most }: Taps<Int32Array>,
  y: number,
  { redBlue, green }: BlendedRow,
) {
  redBlue.fill(0);
  green.fill(0);
  for (let tap = 0; tap < (counts[y] as number); tap += 1) {
    const weight = weights[y * most + tap] as number;
    const from = ((starts[y] as number) + tap) * width;
    for (let x = 0; x < width; x += 1) {
      const word = words[from + x] as number;
      redBlue[x] = (redBlue[x] as number) + Math.imul(word & 0xff00ff, weight);
      green[x] = (green[x] as number) + ((word >>> 8) & 0xff) * weight;
    }
  }
}

/** Scales one row into the three planes of the tensor. */
function narrowRow(
  { redBlue, green }: BlendedRow,
  { starts, counts, weights, most }: Taps,
  tensor: Float32Array,
  to: number,
  plane: number,
) {
  const unit = 1 / (WHOLE * 255);
  for (let x = 0; x < starts.length; x += 1) {
    let at = starts[x] as number;
    let reds = 0;
    let greens = 0;
    let blues = 0;
    const end = x * most + (counts[x] as number);
    for (let tap = x * most; tap < end; tap += 1, at += 1) {
      const weight = weights[tap] as number;
      const both = redBlue[at] as number;
      reds += weight * (both & 0xffff);
      greens += weight * (green[at] as number);
      blues += weight * (both >>> 16);
    }
    tensor[to + x] = reds * unit;
    tensor[to + plane + x] = greens * unit;
    tensor[to + 2 * plane + x] = blues * unit;
  }
}

/** What the photo does not cover is grey. */
function fillAround(
  tensor: Float32Array,
  { width, height }: { width: number; height: number },
  canvas: Canvas,
) {
  const plane = canvas.width * canvas.height;
  for (let start = 0; start < 3 * plane; start += plane) {
    for (let y = 0; y < height; y += 1) {
      const row = start + y * canvas.width;
      tensor.fill(GREY, row + width, row + canvas.width);
    }
    tensor.fill(GREY, start + height * canvas.width, start + plane);
  }
}

/** One word a pixel, red in its lowest byte: every machine that runs JavaScript is little-endian. */
function wordsOf({ data, width, height }: RgbaPixels): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
}
