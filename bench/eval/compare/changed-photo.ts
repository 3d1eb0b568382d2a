import sharp from 'sharp';
import {
  applyHomography,
  fitHomography,
  type Homography,
  invertHomography,
} from '../../../src/analysis/align/homography.ts';
import { type GrayImage, toGray } from '../../../src/analysis/quality/gray.ts';
import type { Random } from '../../../test/fixtures/random.ts';

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

/** How the second photo of a pair differs from the first. */
export interface PhotoChange {
  /** From the first photo to the second, in fractions of the longer sides. */
  mapping: Homography;
  width: number;
  height: number;
  brightness: number;
  contrast: number;
  /** Brighter on the left by this much than on the right: another sun. */
  slope: number;
  jpegQuality: number;
}

export async function readPixels(photo: string | Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(photo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * Chooses a change: the four corners of the second photo show points near the corners of the first.
 *
 * @param reach - How far a corner moves, in fractions of the photo. More reach is another angle, distance and crop.
 */
export function chooseChange({ width, height }: Pixels, reach: number, random: Random): PhotoChange {
  const side = Math.max(width, height);
  const [w, h] = [width / side, height / side];
  const scale = random.between(0.6, 1);
  const target = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const near = (x: number, y: number) =>
    [
      w * (x + (1 - 2 * x) * random.between(-reach / 3, reach)),
      h * (y + (1 - 2 * y) * random.between(-reach / 3, reach)),
    ] as const;
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const mapping = fitHomography(corners.map(([x, y]) => ({ from: near(x, y), to: [x * w, y * h] })));
  if (!mapping) throw new Error('The corners do not determine a mapping.');
  return {
    mapping,
    ...target,
    brightness: random.between(-35, 35),
    contrast: random.between(0.7, 1.25),
    slope: random.between(-40, 40),
    jpegQuality: Math.round(random.between(45, 90)),
  };
}

/** Takes the photo again: from another angle, in another light, compressed anew. */
export async function takeAgain(photo: Pixels, change: PhotoChange): Promise<Buffer> {
  const { width, height, brightness, contrast, slope, jpegQuality } = change;
  const back = invertHomography(change.mapping);
  if (!back) throw new Error('The mapping has no inverse.');
  const [side, from] = [Math.max(width, height), Math.max(photo.width, photo.height)];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = applyHomography(back, [(x + 0.5) / side, (y + 0.5) / side]);
      const light = brightness + slope * (0.5 - x / width);
      const left = clamp(u * from - 0.5, 0, photo.width - 1.001);
      const top = clamp(v * from - 0.5, 0, photo.height - 1.001);
      const at = (Math.floor(top) * photo.width + Math.floor(left)) * 4;
      const [fx, fy] = [left % 1, top % 1];
      for (let channel = 0; channel < 3; channel++) {
        const pixel = (offset: number) => photo.data[at + offset + channel] ?? 0;
        const upper = pixel(0) * (1 - fx) + pixel(4) * fx;
        const lower = pixel(4 * photo.width) * (1 - fx) + pixel(4 * photo.width + 4) * fx;
        const value = upper * (1 - fy) + lower * fy;
        data[(y * width + x) * 3 + channel] = clamp((value - 128) * contrast + 128 + light, 0, 255);
      }
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

export function toGrayImage({ width, height, data }: Pixels): GrayImage {
  return toGray({ width, height, data: new Uint8ClampedArray(data) });
}
