import type { Point } from '../geometry/polygon.ts';
import { type RgbaPixels, toWords } from '../pixels/photo-scaler.ts';
import { type Quad, quadSize } from './quad.ts';

interface LineCrop {
  /** Planar RGB of 0..1: three planes of `height` rows of `width`. */
  data: Float32Array;
  width: number;
  height: number;
}

interface CropOptions {
  height: number;
  /** The width is a multiple of `step`, between `narrowest` and `widest`. */
  step: number;
  narrowest: number;
  widest: number;
}

/** The most samples per pixel and direction when a large line is scaled down. */
const MAX_SAMPLES = 4;
/** Positions of samples are in fixed point: pixels times 2 to the power of this. Photos have less than 2 to the power of 15 pixels per side. */
const FRACTION_BITS = 16;

/**
 * Returns the pixels in a quad, upright, at a fixed height and with a width that keeps the shape of the line.
 *
 * @param quad A rectangle at any angle.
 */
export function cropLine(pixels: RgbaPixels, quad: Quad, options: CropOptions): LineCrop {
  const size = quadSize(quad);
  const { height, step, narrowest, widest } = options;
  const exactWidth = (height * size.width) / Math.max(size.height, 1e-6);
  const content = Math.min(widest, Math.max(step, Math.round(exactWidth)));
  const width = Math.max(narrowest, Math.ceil(content / step) * step);
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round(size.height / height)));
  const data = new Float32Array(3 * width * height).fill(0.5);
  const crop = { data, width, height, content };
  if (samples > 1) averageQuad(pixels, quad, crop, samples);
  else interpolateQuad(pixels, quad, crop);
  return { data, width, height };
}

interface TargetCrop extends LineCrop {
  /** The width of the line, in pixels of `data`. What is right of it stays as it is. */
  content: number;
}

/**
 * Fills the crop with the mean of several samples per pixel and direction. A sample is the pixel of the photo that it falls
 * on, as the mean smooths them. Beyond the photo, its border repeats.
 *
 * This runs for every sample of every line. It therefore computes the steps along both sides once, uses integers, reads a
 * pixel as one word, and adds red and blue in the halves of a word: the sum of 16 samples has 12 bits.
 */
function averageQuad(
  pixels: RgbaPixels,
  [start, end, , below]: Quad,
  { data, width, height, content }: TargetCrop,
  samples: number,
): void {
  const words = toWords(pixels);
  const photoWidth = pixels.width;
  const [right, bottom] = [photoWidth - 1, pixels.height - 1];
  const [columnsX, columnsY] = listSteps([0, 0], start, end, content * samples);
  const [rowsX, rowsY] = listSteps(start, start, below, height * samples);
  const plane = width * height;
  const scale = 255 * samples * samples;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, to = y * width; x < content; x += 1, to += 1) {
      let redBlue = 0;
      let green = 0;
      for (let row = y * samples; row < (y + 1) * samples; row += 1) {
        const rowX = rowsX[row] as number;
        const rowY = rowsY[row] as number;
        for (let column = x * samples; column < (x + 1) * samples; column += 1) {
          const px = ((columnsX[column] as number) + rowX) >> FRACTION_BITS;
          const py = ((columnsY[column] as number) + rowY) >> FRACTION_BITS;
          const left = Math.min(right, Math.max(0, px));
          const top = Math.min(bottom, Math.max(0, py));
          const word = words[top * photoWidth + left] as number;
          redBlue += word & 0xff00ff;
          green += (word >>> 8) & 0xff;
        }
      }
      data[to] = (redBlue & 0xffff) / scale;
      data[to + plane] = green / scale;
      data[to + 2 * plane] = (redBlue >>> 16) / scale;
    }
  }
}

/** Returns the positions of `count` samples along a side, in fixed point: x and y, from `origin`. */
function listSteps([x, y]: Point, from: Point, to: Point, count: number): [x: Int32Array, y: Int32Array] {
  const list = (origin: number, length: number) => {
    const steps = new Int32Array(count);
    for (let index = 0; index < count; index += 1)
      steps[index] = Math.round((origin + (length * (index + 0.5)) / count) * 2 ** FRACTION_BITS);
    return steps;
  };
  return [list(x, to[0] - from[0]), list(y, to[1] - from[1])];
}

/** Fills the crop with one sample per pixel, interpolated between 4 pixels of the photo. It creates no objects. */
function interpolateQuad(
  pixels: RgbaPixels,
  [start, end, , below]: Quad,
  { data, width, height, content }: TargetCrop,
): void {
  const words = toWords(pixels);
  const { width: photoWidth } = pixels;
  const [right, bottom] = [photoWidth - 1, pixels.height - 1];
  const [x0, y0] = start;
  const [ux, uy] = [end[0] - x0, end[1] - y0];
  const [vx, vy] = [below[0] - x0, below[1] - y0];
  const plane = width * height;
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < content; x += 1) {
      const u = (x + 0.5) / content;
      const px = Math.min(right, Math.max(0, ux * u + vx * v + x0 - 0.5));
      const py = Math.min(bottom, Math.max(0, uy * u + vy * v + y0 - 0.5));
      const left = Math.floor(px);
      const top = Math.floor(py);
      const dx = px - left;
      const dy = py - top;
      const at = top * photoWidth + left;
      const beside = left < right ? 1 : 0;
      const next = top < bottom ? photoWidth : 0;
      const a = words[at] as number;
      const b = words[at + beside] as number;
      const c = words[at + next] as number;
      const d = words[at + next + beside] as number;
      const wa = (1 - dx) * (1 - dy);
      const wb = dx * (1 - dy);
      const wc = (1 - dx) * dy;
      const wd = dx * dy;
      const to = y * width + x;
      data[to] = (wa * (a & 0xff) + wb * (b & 0xff) + wc * (c & 0xff) + wd * (d & 0xff)) / 255;
      data[to + plane] =
        (wa * ((a >>> 8) & 0xff) +
          wb * ((b >>> 8) & 0xff) +
          wc * ((c >>> 8) & 0xff) +
          wd * ((d >>> 8) & 0xff)) /
        255;
      data[to + 2 * plane] =
        (wa * ((a >>> 16) & 0xff) +
          wb * ((b >>> 16) & 0xff) +
          wc * ((c >>> 16) & 0xff) +
          wd * ((d >>> 16) & 0xff)) /
        255;
    }
  }
}
