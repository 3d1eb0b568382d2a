import { GREY } from './letterbox.ts';
import type { Canvas } from './model-canvas.ts';
import { scaledSize } from './model-canvas.ts';

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
 *
 * Beside its decoding and the model this is what a photo costs, and more threads do not help it. So it is all whole
 * numbers, a pixel is one word, and four pixels are weighted at a time: two thirds of the time of one after another.
 */
export class PhotoLayout {
  #row: BlendedRow = { redBlue: new Int32Array(0), green: new Int32Array(0) };
  #tensor = new Float32Array(0);

  /** The tensor is valid until the next call. `photo` is the size that the canvas was fitted to. */
  lay(pixels: RgbaPixels, photo: { width: number; height: number }, canvas: Canvas): Float32Array {
    const { width, height } = scaledSize(photo.width, photo.height, canvas);
    const plane = canvas.width * canvas.height;
    const rows = taps(pixels.height, height, ROW_WHOLE);
    const columns = taps(pixels.width, width, COLUMN_WHOLE);
    // Some taps of the last columns lie beyond the edge, and weigh nothing.
    const room = pixels.width + 4 * columns.length;
    if (this.#row.green.length < room)
      this.#row = { redBlue: new Int32Array(room), green: new Int32Array(room) };
    if (this.#tensor.length < 3 * plane) this.#tensor = new Float32Array(3 * plane);
    const tensor = this.#tensor.subarray(0, 3 * plane).fill(0);
    const words = wordsOf(pixels);
    for (let y = 0; y < height; y += 1) {
      this.#row.redBlue.fill(0);
      this.#row.green.fill(0);
      for (const four of rows) blendRows(words, pixels, four, y, this.#row);
      for (const four of columns) narrowRow(this.#row, four, tensor, y * canvas.width, plane);
    }
    fillAround(tensor, { width, height }, canvas);
    return tensor;
  }
}

/** What the weights of rows and of columns add up to: 255 times both is still less than 2 to the power of 31. */
const ROW_WHOLE = 2 ** 8;
const COLUMN_WHOLE = 2 ** 14;

/** For each output pixel four neighbours of the input: which is the first, and what each of them weighs. */
interface FourTaps {
  starts: Int32Array;
  weights: Int32Array;
}

/**
 * As many fours as it takes to pass over no pixel; where fewer count, the rest weighs 0. Weights are integers that add
 * up to `whole`: what rounding takes or adds goes to the pixel in the middle.
 */
function taps(from: number, to: number, whole: number): FourTaps[] {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const fours = Array.from({ length: Math.ceil(radius / 2) }, () => ({
    starts: new Int32Array(to),
    weights: new Int32Array(to * 4),
  }));
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const start = Math.max(0, Math.floor(centre - radius - 0.5) + 1);
    const end = Math.min(from, Math.ceil(centre + radius - 0.5));
    const share = (at: number) => 1 - Math.abs(at + 0.5 - centre) / radius;
    const add = (at: number, weight: number) => {
      const { weights } = fours[(at - start) >> 2] as FourTaps;
      const tap = 4 * out + ((at - start) & 3);
      weights[tap] = (weights[tap] as number) + weight;
    };
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += share(at);
    let rest = whole;
    for (let at = start; at < end; at += 1) {
      const weight = Math.round((share(at) / sum) * whole);
      add(at, weight);
      rest -= weight;
    }
    add(Math.floor(centre), rest);
    for (const [nth, { starts }] of fours.entries()) starts[out] = start + 4 * nth;
  }
  return fours;
}

/** A row blended of several: red in the low 16 bits and blue in the high ones, and green, each 256 times its value. */
interface BlendedRow {
  redBlue: Int32Array;
  green: Int32Array;
}

/**
 * Adds four rows of the photo, weighted, to one row of the scaled picture, still at full width. The colours of a pixel
 * are weighted two at a time, in halves of its word: 255 x 256 fits into 16 bits, so none runs over into its neighbour.
 */
function blendRows(
  words: Int32Array,
  { width, height }: { width: number; height: number },
  { starts, weights }: FourTaps,
  y: number,
  { redBlue, green }: BlendedRow,
) {
  const first = starts[y] as number;
  const last = height - 1;
  const at0 = Math.min(last, first) * width;
  const at1 = Math.min(last, first + 1) * width;
  const at2 = Math.min(last, first + 2) * width;
  const at3 = Math.min(last, first + 3) * width;
  const w0 = weights[4 * y] as number;
  const w1 = weights[4 * y + 1] as number;
  const w2 = weights[4 * y + 2] as number;
  const w3 = weights[4 * y + 3] as number;
  for (let x = 0; x < width; x += 1) {
    const p0 = words[at0 + x] as number;
    const p1 = words[at1 + x] as number;
    const p2 = words[at2 + x] as number;
    const p3 = words[at3 + x] as number;
    redBlue[x] =
      (redBlue[x] as number) +
      Math.imul(p0 & 0xff00ff, w0) +
      Math.imul(p1 & 0xff00ff, w1) +
      Math.imul(p2 & 0xff00ff, w2) +
      Math.imul(p3 & 0xff00ff, w3);
    green[x] =
      (green[x] as number) +
      Math.imul((p0 >>> 8) & 0xff, w0) +
      Math.imul((p1 >>> 8) & 0xff, w1) +
      Math.imul((p2 >>> 8) & 0xff, w2) +
      Math.imul((p3 >>> 8) & 0xff, w3);
  }
}

/** Adds four columns of a blended row, weighted, to each pixel of a row of the tensor, in all three planes. */
function narrowRow(
  { redBlue, green }: BlendedRow,
  { starts, weights }: FourTaps,
  tensor: Float32Array,
  row: number,
  plane: number,
) {
  const unit = 1 / (ROW_WHOLE * COLUMN_WHOLE * 255);
  for (let x = 0; x < starts.length; x += 1) {
    const at = starts[x] as number;
    const w0 = weights[4 * x] as number;
    const w1 = weights[4 * x + 1] as number;
    const w2 = weights[4 * x + 2] as number;
    const w3 = weights[4 * x + 3] as number;
    const p0 = redBlue[at] as number;
    const p1 = redBlue[at + 1] as number;
    const p2 = redBlue[at + 2] as number;
    const p3 = redBlue[at + 3] as number;
    // `| 0`: without it they would be added as floating-point numbers, which takes longer.
    const reds =
      (Math.imul(w0, p0 & 0xffff) +
        Math.imul(w1, p1 & 0xffff) +
        Math.imul(w2, p2 & 0xffff) +
        Math.imul(w3, p3 & 0xffff)) |
      0;
    const greens =
      (Math.imul(w0, green[at] as number) +
        Math.imul(w1, green[at + 1] as number) +
        Math.imul(w2, green[at + 2] as number) +
        Math.imul(w3, green[at + 3] as number)) |
      0;
    const blues =
      (Math.imul(w0, p0 >>> 16) +
        Math.imul(w1, p1 >>> 16) +
        Math.imul(w2, p2 >>> 16) +
        Math.imul(w3, p3 >>> 16)) |
      0;
    const to = row + x;
    tensor[to] = (tensor[to] as number) + reds * unit;
    tensor[to + plane] = (tensor[to + plane] as number) + greens * unit;
    tensor[to + 2 * plane] = (tensor[to + 2 * plane] as number) + blues * unit;
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
function wordsOf({ data, width, height }: RgbaPixels): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}
