import type { Size } from '../geometry/size.ts';
import { PADDING_GREY } from './letterbox.ts';
import type { Canvas } from './model-canvas.ts';
import { scaledSize } from './model-canvas.ts';
import { COLUMN_WEIGHT_SUM, computeTaps, type FourTaps, ROW_WEIGHT_SUM } from './scaling-taps.ts';

/** Decoded pixels, 4 bytes each, row by row. */
export interface RgbaPixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Scales photos of any size onto a model's canvas, as a planar RGB tensor of 0..1.
 *
 * Uses a triangle filter whose width grows with the reduction, so that every pixel counts. Browsers scale each in their
 * own way; this code makes the same photo give the same detections everywhere. The buffers are reused for each photo.
 *
 * Besides decoding and the model, this is the cost of a photo, and more threads do not reduce it. It therefore uses
 * integers, holds a pixel in one 32-bit word and weights 4 pixels at a time, which takes 2/3 of the time of one by one.
 * Where WebAssembly has SIMD, `SimdPhotoScaler` of `src/inference/layout` takes its place.
 */
export class PhotoScaler {
  #row: BlendedRow = { redBlue: new Int32Array(0), green: new Int32Array(0) };
  #tensor = new Float32Array(0);

  /**
   * Returns the tensor of a photo. It is valid until the next call.
   *
   * @param photo The size that the canvas was fitted to: the original photo, not the decoded pixels.
   */
  toTensor(pixels: RgbaPixels, photo: Size, canvas: Canvas): Float32Array {
    const { width, height } = scaledSize(photo.width, photo.height, canvas);
    const plane = canvas.width * canvas.height;
    const rows = computeTaps(pixels.height, height, ROW_WEIGHT_SUM);
    const columns = computeTaps(pixels.width, width, COLUMN_WEIGHT_SUM);
    // Some taps of the last columns lie beyond the edge, with a weight of 0.
    const rowLength = pixels.width + 4 * columns.length;
    if (this.#row.green.length < rowLength)
      this.#row = { redBlue: new Int32Array(rowLength), green: new Int32Array(rowLength) };
    if (this.#tensor.length < 3 * plane) this.#tensor = new Float32Array(3 * plane);
    const tensor = this.#tensor.subarray(0, 3 * plane).fill(0);
    const words = toWords(pixels);
    for (let y = 0; y < height; y += 1) {
      this.#row.redBlue.fill(0);
      this.#row.green.fill(0);
      for (const taps of rows) {
        if (taps.hasTwo) blendTwoRows(words, pixels, taps, y, this.#row);
        else blendRows(words, pixels, taps, y, this.#row);
      }
      for (const taps of columns) blendColumns(this.#row, taps, tensor, y * canvas.width, plane);
    }
    fillPadding(tensor, { width, height }, canvas);
    return tensor;
  }
}

/** A weighted sum of rows, 256 times the colour values: red in the low 16 bits and blue in the high ones; and green. */
interface BlendedRow {
  redBlue: Int32Array;
  green: Int32Array;
}

/**
 * Adds 4 weighted rows of the photo to one row of the output, still at full width. Red and blue are weighted in one
 * multiplication, in the halves of a word: 255 x 256 fits into 16 bits, so red does not overflow into blue.
 */
function blendRows(
  words: Int32Array,
  { width, height }: Size,
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

/** Adds 2 weighted rows: a reduction by 2 to 3 has 6 taps. */
function blendTwoRows(
  words: Int32Array,
  { width, height }: Size,
  { starts, weights }: FourTaps,
  y: number,
  { redBlue, green }: BlendedRow,
) {
  const first = starts[y] as number;
  const at0 = Math.min(height - 1, first) * width;
  const at1 = Math.min(height - 1, first + 1) * width;
  const w0 = weights[4 * y] as number;
  const w1 = weights[4 * y + 1] as number;
  for (let x = 0; x < width; x += 1) {
    const p0 = words[at0 + x] as number;
    const p1 = words[at1 + x] as number;
    redBlue[x] = (redBlue[x] as number) + Math.imul(p0 & 0xff00ff, w0) + Math.imul(p1 & 0xff00ff, w1);
    green[x] = (green[x] as number) + Math.imul((p0 >>> 8) & 0xff, w0) + Math.imul((p1 >>> 8) & 0xff, w1);
  }
}

/** Adds 4 weighted columns of a blended row to each pixel of a row of the tensor, in all three planes. */
function blendColumns(
  { redBlue, green }: BlendedRow,
  { starts, weights }: FourTaps,
  tensor: Float32Array,
  row: number,
  plane: number,
) {
  const unit = 1 / (ROW_WEIGHT_SUM * COLUMN_WEIGHT_SUM * 255);
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
    // Without `| 0`, engines add floating-point numbers, which is slower.
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

/** Fills the area that the photo does not cover. */
export function fillPadding(tensor: Float32Array, { width, height }: Size, canvas: Canvas) {
  const plane = canvas.width * canvas.height;
  for (let start = 0; start < 3 * plane; start += plane) {
    for (let y = 0; y < height; y += 1) {
      const row = start + y * canvas.width;
      tensor.fill(PADDING_GREY, row + width, row + canvas.width);
    }
    tensor.fill(PADDING_GREY, start + height * canvas.width, start + plane);
  }
}

/** Returns one word per pixel, red in its lowest byte: every machine that runs JavaScript is little-endian. */
export function toWords({ data, width, height }: RgbaPixels): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}
