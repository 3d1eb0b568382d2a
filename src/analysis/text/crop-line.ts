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
  const toPhoto = createProjection(quad);
  const data = new Float32Array(3 * width * height).fill(0.5);
  const plane = width * height;
  const colour = new Float64Array(3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < content; x += 1) {
      colour.fill(0);
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const dx = ((sample % samples) + 0.5) / samples;
        const dy = (Math.floor(sample / samples) + 0.5) / samples;
        const [px, py] = toPhoto((x + dx) / content, (y + dy) / height);
        addSample(pixels, px - 0.5, py - 0.5, colour);
      }
      const at = y * width + x;
      for (let channel = 0; channel < 3; channel += 1)
        data[at + channel * plane] = (colour[channel] as number) / (255 * samples * samples);
    }
  }
  return { data, width, height };
}

/** Returns the projective map from the unit square to the quad, corner to corner. */
function createProjection([a, b, c, d]: Quad): (u: number, v: number) => [number, number] {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [bx, by, dx, dy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const det = bx * dy - dx * by;
  const g = det === 0 ? 0 : (sx * dy - dx * sy) / det;
  const h = det === 0 ? 0 : (bx * sy - sx * by) / det;
  const [ux, uy] = [b[0] - a[0] + g * b[0], b[1] - a[1] + g * b[1]];
  const [vx, vy] = [d[0] - a[0] + h * d[0], d[1] - a[1] + h * d[1]];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [(ux * u + vx * v + a[0]) / w, (uy * u + vy * v + a[1]) / w];
  };
}

/** Adds a bilinear sample. Beyond the photo, its border repeats. */
function addSample({ data, width, height }: RgbaPixels, x: number, y: number, into: Float64Array) {
  const [cx, cy] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [right, low] = [cx - x0, cy - y0];
  const corners = [y0 * width + x0, y0 * width + x1, y1 * width + x0, y1 * width + x1] as const;
  const weights = [(1 - right) * (1 - low), right * (1 - low), (1 - right) * low, right * low] as const;
  for (let corner = 0; corner < 4; corner += 1) {
    const at = (corners[corner] as number) * 4;
    const weight = weights[corner] as number;
    for (let channel = 0; channel < 3; channel += 1)
      into[channel] = (into[channel] as number) + weight * (data[at + channel] as number);
  }
}
