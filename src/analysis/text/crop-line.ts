import type { RgbaPixels } from '../detection/photo-scaler.ts';
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
  sampleQuad(pixels, quad, { data, width, height, content, samples });
  return { data, width, height };
}

interface Samples extends LineCrop {
  /** The width of the line, in pixels of `data`. What is right of it stays as it is. */
  content: number;
  /** Per pixel and direction. */
  samples: number;
}

/**
 * Fills `data` with the mean of several bilinear samples per pixel. Beyond the photo, its border repeats.
 *
 * This runs for every pixel of every line: it creates no objects.
 */
function sampleQuad(
  pixels: RgbaPixels,
  quad: Quad,
  { data, width, height, content, samples }: Samples,
): void {
  const { data: rgba, width: photoWidth, height: photoHeight } = pixels;
  const [right, bottom] = [photoWidth - 1, photoHeight - 1];
  const { ux, uy, vx, vy, x0, y0, g, h } = createProjection(quad);
  const plane = width * height;
  const scale = 255 * samples * samples;
  const sums = new Float64Array(3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < content; x += 1) {
      sums.fill(0);
      for (let row = 0; row < samples; row += 1) {
        const v = (y + (row + 0.5) / samples) / height;
        for (let column = 0; column < samples; column += 1) {
          const u = (x + (column + 0.5) / samples) / content;
          const w = g * u + h * v + 1;
          const px = Math.min(right, Math.max(0, (ux * u + vx * v + x0) / w - 0.5));
          const py = Math.min(bottom, Math.max(0, (uy * u + vy * v + y0) / w - 0.5));
          const left = Math.floor(px);
          const top = Math.floor(py);
          const dx = px - left;
          const dy = py - top;
          const at = 4 * (top * photoWidth + left);
          const next = left < right ? at + 4 : at;
          const down = top < bottom ? 4 * photoWidth : 0;
          const topLeft = (1 - dx) * (1 - dy);
          const topRight = dx * (1 - dy);
          const lowLeft = (1 - dx) * dy;
          const lowRight = dx * dy;
          for (let channel = 0; channel < 3; channel += 1)
            sums[channel] =
              (sums[channel] as number) +
              topLeft * (rgba[at + channel] as number) +
              topRight * (rgba[next + channel] as number) +
              lowLeft * (rgba[at + down + channel] as number) +
              lowRight * (rgba[next + down + channel] as number);
        }
      }
      const at = y * width + x;
      for (let channel = 0; channel < 3; channel += 1)
        data[at + channel * plane] = (sums[channel] as number) / scale;
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
