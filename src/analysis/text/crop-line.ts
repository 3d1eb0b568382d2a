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
 * Fills `data` with the mean of several samples per pixel. Beyond the photo, its border repeats. One sample is interpolated
 * between 4 pixels of the photo; several take the pixel that they fall on, as the mean smooths them.
 *
 * This runs for every pixel of every line: it creates no objects.
 */
function sampleQuad(
  { data: rgba, width: photoWidth, height: photoHeight }: RgbaPixels,
  quad: Quad,
  { data, width, height, content, samples }: Samples,
): void {
  const [right, bottom] = [photoWidth - 1, photoHeight - 1];
  const { ux, uy, vx, vy, x0, y0, g, h } = createProjection(quad);
  const plane = width * height;
  const scale = 255 * samples * samples;
  const stride = 4 * photoWidth;
  const at = (index: number) => rgba[index] as number;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < content; x += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = 0; row < samples; row += 1) {
        const v = (y + (row + 0.5) / samples) / height;
        for (let column = 0; column < samples; column += 1) {
          const u = (x + (column + 0.5) / samples) / content;
          const w = g * u + h * v + 1;
          const px = (ux * u + vx * v + x0) / w;
          const py = (uy * u + vy * v + y0) / w;
          if (samples > 1) {
            const left = Math.min(right, Math.max(0, Math.floor(px)));
            const top = Math.min(bottom, Math.max(0, Math.floor(py)));
            const a = 4 * left + stride * top;
            red += at(a);
            green += at(a + 1);
            blue += at(a + 2);
            continue;
          }
          const clampedX = Math.min(right, Math.max(0, px - 0.5));
          const clampedY = Math.min(bottom, Math.max(0, py - 0.5));
          const left = Math.floor(clampedX);
          const top = Math.floor(clampedY);
          const dx = clampedX - left;
          const dy = clampedY - top;
          const a = 4 * left + stride * top;
          const b = left < right ? a + 4 : a;
          const c = top < bottom ? a + stride : a;
          const d = c + b - a;
          const wa = (1 - dx) * (1 - dy);
          const wb = dx * (1 - dy);
          const wc = (1 - dx) * dy;
          const wd = dx * dy;
          red += wa * at(a) + wb * at(b) + wc * at(c) + wd * at(d);
          green += wa * at(a + 1) + wb * at(b + 1) + wc * at(c + 1) + wd * at(d + 1);
          blue += wa * at(a + 2) + wb * at(b + 2) + wc * at(c + 2) + wd * at(d + 2);
        }
      }
      const to = y * width + x;
      data[to] = red / scale;
      data[to + plane] = green / scale;
      data[to + 2 * plane] = blue / scale;
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
