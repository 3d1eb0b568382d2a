import { type RgbaPixels, toWords } from '../detection/photo-scaler.ts';
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

/** Returns the pixels in a quad, rectified, at a fixed height and with a width that keeps the shape of the line. */
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
 * This runs for every sample of every line. It therefore computes what is the same in all rows once, reads a pixel as one
 * word, and adds red and blue in the halves of a word: the sum of 16 samples has 12 bits.
 */
function averageQuad(
  pixels: RgbaPixels,
  quad: Quad,
  { data, width, height, content }: TargetCrop,
  samples: number,
): void {
  const words = toWords(pixels);
  const [right, bottom] = [pixels.width - 1, pixels.height - 1];
  const { ux, uy, vx, vy, x0, y0, g, h } = createProjection(quad);
  const columns = Float64Array.from({ length: content * samples }, (_, at) => (at + 0.5) / samples / content);
  const columnsX = columns.map((u) => ux * u);
  const columnsY = columns.map((u) => uy * u);
  const redBlue = new Int32Array(content);
  const green = new Int32Array(content);
  const plane = width * height;
  const scale = 255 * samples * samples;
  for (let y = 0; y < height; y += 1) {
    redBlue.fill(0);
    green.fill(0);
    for (let row = 0; row < samples; row += 1) {
      const v = (y + (row + 0.5) / samples) / height;
      const [rowX, rowY] = [vx * v, vy * v];
      for (let x = 0, at = 0; x < content; x += 1) {
        let bothSum = 0;
        let greenSum = 0;
        for (let column = 0; column < samples; column += 1, at += 1) {
          const w = g * (columns[at] as number) + h * v + 1;
          const px = ((columnsX[at] as number) + rowX + x0) / w;
          const py = ((columnsY[at] as number) + rowY + y0) / w;
          const left = Math.min(right, Math.max(0, Math.floor(px)));
          const top = Math.min(bottom, Math.max(0, Math.floor(py)));
          const word = words[top * pixels.width + left] as number;
          bothSum += word & 0xff00ff;
          greenSum += (word >>> 8) & 0xff;
        }
        redBlue[x] = (redBlue[x] as number) + bothSum;
        green[x] = (green[x] as number) + greenSum;
      }
    }
    for (let x = 0, to = y * width; x < content; x += 1, to += 1) {
      const both = redBlue[x] as number;
      data[to] = (both & 0xffff) / scale;
      data[to + plane] = (green[x] as number) / scale;
      data[to + 2 * plane] = (both >>> 16) / scale;
    }
  }
}

/** Fills the crop with one sample per pixel, interpolated between 4 pixels of the photo. It creates no objects. */
function interpolateQuad(
  { data: rgba, width: photoWidth, height: photoHeight }: RgbaPixels,
  quad: Quad,
  { data, width, height, content }: TargetCrop,
): void {
  const [right, bottom] = [photoWidth - 1, photoHeight - 1];
  const { ux, uy, vx, vy, x0, y0, g, h } = createProjection(quad);
  const plane = width * height;
  const stride = 4 * photoWidth;
  const at = (index: number) => rgba[index] as number;
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < content; x += 1) {
      const u = (x + 0.5) / content;
      const w = g * u + h * v + 1;
      const px = Math.min(right, Math.max(0, (ux * u + vx * v + x0) / w - 0.5));
      const py = Math.min(bottom, Math.max(0, (uy * u + vy * v + y0) / w - 0.5));
      const left = Math.floor(px);
      const top = Math.floor(py);
      const dx = px - left;
      const dy = py - top;
      const a = 4 * left + stride * top;
      const b = left < right ? a + 4 : a;
      const c = top < bottom ? a + stride : a;
      const d = c + b - a;
      const wa = (1 - dx) * (1 - dy);
      const wb = dx * (1 - dy);
      const wc = (1 - dx) * dy;
      const wd = dx * dy;
      const to = y * width + x;
      data[to] = (wa * at(a) + wb * at(b) + wc * at(c) + wd * at(d)) / 255;
      data[to + plane] = (wa * at(a + 1) + wb * at(b + 1) + wc * at(c + 1) + wd * at(d + 1)) / 255;
      data[to + 2 * plane] = (wa * at(a + 2) + wb * at(b + 2) + wc * at(c + 2) + wd * at(d + 2)) / 255;
    }
  }
}

/**
 * Returns the projective map from the unit square to the quad, corner to corner: `x = (ux·u + vx·v + x0) / w` and
 * `y = (uy·u + vy·v + y0) / w` with `w = g·u + h·v + 1`.
 */
function createProjection([a, b, c, d]: Quad) {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [bx, by, dx, dy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const det = bx * dy - dx * by;
  const g = det === 0 ? 0 : (sx * dy - dx * sy) / det;
  const h = det === 0 ? 0 : (bx * sy - sx * by) / det;
  return {
    ux: b[0] - a[0] + g * b[0],
    uy: b[1] - a[1] + g * b[1],
    vx: d[0] - a[0] + h * d[0],
    vy: d[1] - a[1] + h * d[1],
    x0: a[0],
    y0: a[1],
    g,
    h,
  };
}
