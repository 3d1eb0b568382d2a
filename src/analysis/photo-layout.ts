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
    const rows = taps(pixels.height, height);
    // Room for the rows past the end that weights of 0 read.
    this.#narrowed = atLeast(this.#narrowed, (pixels.height + rows.most) * width * 3);
    this.#tensor = atLeast(this.#tensor, canvas.width * canvas.height * 3);
    const tensor = this.#tensor.subarray(0, canvas.width * canvas.height * 3);
    narrow(pixels, taps(pixels.width, width), width, this.#narrowed);
    shorten(this.#narrowed, rows, { width, height }, canvas, tensor);
    return tensor;
  }
}

/**
 * For each output pixel: the first input pixel that counts, and `most` weights from there on, which add up to 1.
 * `most` is a multiple of four and unused weights are 0, so that the loops below take four pixels at a step: they are
 * most of what a photo costs beside its decoding and the model.
 */
interface Taps {
  starts: Int32Array;
  weights: Float32Array;
  most: number;
}

function taps(from: number, to: number): Taps {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const most = 4 * Math.ceil((2 * radius) / 4);
  const starts = new Int32Array(to);
  const weights = new Float32Array(to * most);
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const first = Math.max(0, Math.floor(centre - radius - 0.5) + 1);
    const end = Math.min(from, Math.ceil(centre + radius - 0.5));
    // Near the end the run begins earlier, with weights of 0, so that it stays inside the picture.
    const start = Math.max(0, Math.min(first, from - most));
    const weight = (at: number) => Math.max(0, 1 - Math.abs(at + 0.5 - centre) / radius);
    let total = 0;
    for (let at = first; at < end; at += 1) total += weight(at);
    for (let at = first; at < end; at += 1) weights[out * most + at - start] = weight(at) / total;
    starts[out] = start;
  }
  return { starts, weights, most };
}

/** Scales every row to `width`: for each row its reds, its greens, its blues. */
function narrow(
  { data, width: from, height, channels }: Pixels,
  { starts, weights, most }: Taps,
  width: number,
  into: Float32Array,
) {
  const [second, third, fourth] = [channels, 2 * channels, 3 * channels];
  for (let y = 0; y < height; y += 1) {
    const to = y * width * 3;
    for (let x = 0; x < width; x += 1) {
      let at = (y * from + (starts[x] as number)) * channels;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = x * most; tap < (x + 1) * most; tap += 4, at += 4 * channels) {
        const a = weights[tap] as number;
        const b = weights[tap + 1] as number;
        const c = weights[tap + 2] as number;
        const d = weights[tap + 3] as number;
        red +=
          a * byte(data, at) +
          b * byte(data, at + second) +
          c * byte(data, at + third) +
          d * byte(data, at + fourth);
        green +=
          a * byte(data, at + 1) +
          b * byte(data, at + second + 1) +
          c * byte(data, at + third + 1) +
          d * byte(data, at + fourth + 1);
        blue +=
          a * byte(data, at + 2) +
          b * byte(data, at + second + 2) +
          c * byte(data, at + third + 2) +
          d * byte(data, at + fourth + 2);
      }
      into[to + x] = red;
      into[to + width + x] = green;
      into[to + 2 * width + x] = blue;
    }
  }
}

/** Pictures narrower than a run of weights read past their end; those weights are 0. */
function byte(data: Pixels['data'], at: number): number {
  return (data[at] as number) | 0;
}

/** Scales the columns into the planes of the tensor; what the photo does not cover is grey. */
function shorten(
  from: Float32Array,
  { starts, weights, most }: Taps,
  { width, height }: { width: number; height: number },
  canvas: Canvas,
  tensor: Float32Array,
) {
  const plane = canvas.width * canvas.height;
  const row = 3 * width;
  for (let channel = 0; channel < 3; channel += 1) {
    for (let y = 0; y < height; y += 1) {
      const to = channel * plane + y * canvas.width;
      tensor.fill(0, to, to + width);
      for (let tap = 0; tap < most; tap += 4) {
        const a = (weights[y * most + tap] as number) / 255;
        const b = (weights[y * most + tap + 1] as number) / 255;
        const c = (weights[y * most + tap + 2] as number) / 255;
        const d = (weights[y * most + tap + 3] as number) / 255;
        const at = ((starts[y] as number) + tap) * row + channel * width;
        for (let x = at, out = to; x < at + width; x += 1, out += 1) {
          tensor[out] =
            (tensor[out] as number) +
            a * (from[x] as number) +
            b * (from[x + row] as number) +
            c * (from[x + 2 * row] as number) +
            d * (from[x + 3 * row] as number);
        }
      }
      tensor.fill(GREY, to + width, to + canvas.width);
    }
    tensor.fill(GREY, channel * plane + height * canvas.width, (channel + 1) * plane);
  }
}

function atLeast(buffer: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Float32Array(length);
}
