import type { Canvas } from './canvas.ts';
import { scaledSize } from './canvas.ts';
import { GREY, type Pixels } from './letterbox.ts';

/**
 * Lays photos of any size onto a model's canvas: scaled with a triangle filter that widens as it shrinks (so that no
 * pixel is passed over), as a planar RGB tensor of 0..1. Scaling is our own because browsers scale each in their
 * way: the same photo must give the same findings everywhere. Its buffers serve photo after photo.
 */
export class PhotoLayout {
  #narrowed = new Float32Array(0);
  #tensor = new Float32Array(0);

  /** The tensor is valid until the next call. `photo` is the size that the canvas was fitted to. */
  lay(pixels: Pixels, photo: { width: number; height: number }, canvas: Canvas): Float32Array {
    const { width, height } = scaledSize(photo.width, photo.height, canvas);
    this.#narrowed = atLeast(this.#narrowed, pixels.height * width * 3);
    this.#tensor = atLeast(this.#tensor, canvas.width * canvas.height * 3);
    const tensor = this.#tensor.subarray(0, canvas.width * canvas.height * 3);
    narrow(pixels, taps(pixels.width, width), width, this.#narrowed);
    shorten(this.#narrowed, taps(pixels.height, height), { width, height }, canvas, tensor);
    return tensor;
  }
}

/** For each output pixel: the first input pixel that counts, and the weights from there on. */
interface Taps {
  starts: Int32Array;
  counts: Int32Array;
  /** `most` weights for each output pixel; those that count add up to 1. */
  weights: Float32Array;
  most: number;
}

function taps(from: number, to: number): Taps {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const most = Math.ceil(radius) * 2 + 1;
  const starts = new Int32Array(to);
  const counts = new Int32Array(to);
  const weights = new Float32Array(to * most);
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const start = Math.max(0, Math.floor(centre - radius));
    const end = Math.min(from, Math.ceil(centre + radius));
    const weight = (at: number) => Math.max(0, 1 - Math.abs(at + 0.5 - centre) / radius);
    let total = 0;
    for (let at = start; at < end; at += 1) total += weight(at);
    for (let at = start; at < end; at += 1) weights[out * most + at - start] = weight(at) / total;
    starts[out] = start;
    counts[out] = end - start;
  }
  return { starts, counts, weights, most };
}

/** Scales every row to `width`: for each row its reds, its greens, its blues. */
function narrow(
  { data, width: from, height, channels }: Pixels,
  columns: Taps,
  width: number,
  into: Float32Array,
) {
  const { starts, counts, weights, most } = columns;
  for (let y = 0; y < height; y += 1) {
    const row = y * from;
    const to = y * width * 3;
    for (let x = 0; x < width; x += 1) {
      let at = (row + (starts[x] as number)) * channels;
      const end = x * most + (counts[x] as number);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = x * most; tap < end; tap += 1) {
        const weight = weights[tap] as number;
        red += weight * (data[at] as number);
        green += weight * (data[at + 1] as number);
        blue += weight * (data[at + 2] as number);
        at += channels;
      }
      into[to + x] = red;
      into[to + width + x] = green;
      into[to + 2 * width + x] = blue;
    }
  }
}

/** Scales the columns into the planes of the tensor; what the photo does not cover is grey. */
function shorten(
  from: Float32Array,
  { starts, counts, weights, most }: Taps,
  { width, height }: { width: number; height: number },
  canvas: Canvas,
  tensor: Float32Array,
) {
  const plane = canvas.width * canvas.height;
  for (let channel = 0; channel < 3; channel += 1) {
    for (let y = 0; y < height; y += 1) {
      const to = channel * plane + y * canvas.width;
      tensor.fill(0, to, to + width);
      for (let tap = 0; tap < (counts[y] as number); tap += 1) {
        const weight = (weights[y * most + tap] as number) / 255;
        const at = (((starts[y] as number) + tap) * 3 + channel) * width;
        for (let x = 0; x < width; x += 1)
          tensor[to + x] = (tensor[to + x] as number) + weight * (from[at + x] as number);
      }
      tensor.fill(GREY, to + width, to + canvas.width);
    }
    tensor.fill(GREY, channel * plane + height * canvas.width, (channel + 1) * plane);
  }
}

function atLeast(buffer: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Float32Array(length);
}
