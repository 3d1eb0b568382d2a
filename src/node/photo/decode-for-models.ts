import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type DecodedPhoto, fitWithin } from '../../photo/decoded-photo.ts';
import { type Orientation, requirePhotoHeader } from '../../photo/header/read-header.ts';
import { decodeUpright, undecodableError } from './decode-upright.ts';
import { chooseEighths, type Raster, scaleByEighths } from './jpeg-scaling.ts';

/**
 * Decodes a photo to the pixels that a browser gives the models (src/photo/decode/decode-photo.ts), so that the same
 * photo gives the same detections in Node.
 *
 * Scales a JPEG in steps of one eighth, as a browser's decoder does. sharp resamples to the exact size; its pixels differ
 * from a browser's several times as much (docs/decisions.md, Measured once).
 *
 * @param maxSide - The longer side of the result in pixels. Photos are never enlarged.
 * @throws `photo_invalid` if the photo cannot be decoded.
 */
export async function decodeForModels(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const header = requirePhotoHeader(bytes);
  const { type, width, height, orientation } = header;
  if (type !== 'image/jpeg' || Math.max(width, height) <= maxSide) return decodeUpright(bytes, maxSide);
  try {
    const stored = await decodeByEighths(bytes, chooseEighths(header, fitWithin(header, maxSide)));
    const upright = applyOrientation(stored, orientation);
    const data = new Uint8ClampedArray(upright.data);
    return { width: upright.width, height: upright.height, data, original: { width, height } };
  } catch (cause) {
    throw undecodableError(type, cause);
  }
}

/** Returns the JPEG scaled to `eighths` eighths, in its stored orientation. */
async function decodeByEighths(bytes: ArrayBuffer, eighths: number): Promise<Raster> {
  const photo = sharp(bytes, { failOn: 'error' });
  const step = 8 / eighths;
  if (step === 2 || step === 4 || step === 8) return decodeScaledJpeg(bytes, await photo.metadata(), step);
  const { data, info } = await photo
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return scaleByEighths({ width: info.width, height: info.height, channels: info.channels, data }, eighths);
}

/** Rotates and mirrors RGBA pixels from their stored orientation to upright. */
export function applyOrientation(stored: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return stored;
  const { width: w, height: h, data } = stored;
  const [start, right, down] = getPixelSteps(orientation, w, h);
  const [width, height] = orientation >= 5 ? [h, w] : [w, h];
  const from = new Uint32Array(data.buffer, data.byteOffset, w * h);
  const to = new Uint32Array(w * h);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) to[y * width + x] = from[start + x * right + y * down] as number;
  }
  return { width, height, channels: 4, data: new Uint8Array(to.buffer) };
}

/** Returns the index of the upright photo's first pixel, and the offsets to its right and lower neighbours. */
function getPixelSteps(
  orientation: Orientation,
  w: number,
  h: number,
): [start: number, right: number, down: number] {
  const last = w * h - 1;
  const steps: Record<Orientation, [number, number, number]> = {
    1: [0, 1, w],
    2: [w - 1, -1, w],
    3: [last, -1, -w],
    4: [last - w + 1, 1, -w],
    5: [0, w, 1],
    6: [last - w + 1, -w, 1],
    7: [last, -w, -1],
    8: [w - 1, w, -1],
  };
  return steps[orientation];
}

/**
 * Decodes a JPEG at 1/2, 1/4 or 1/8 of its size (`step` 2, 4 or 8). Returns RGBA in the stored orientation.
 *
 * The decoder scales while it decodes, in the library that browsers use too: every pixel is equal to theirs, and it takes a
 * tenth of the time of a full decode.
 *
 * sharp has no option for this; it always resamples to a size. But it passes file names to libvips unchanged, and libvips
 * reads loader options from brackets in the name. So the photo must be written to a file.
 */
export async function decodeScaledJpeg(
  jpeg: ArrayBuffer,
  { width, height }: { width: number; height: number },
  step: 2 | 4 | 8,
): Promise<Raster> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-'));
  try {
    const file = join(folder, 'photo.jpg');
    await writeFile(file, new Uint8Array(jpeg));
    const scaled = sharp(`${file}[shrink=${step}]`, { failOn: 'error' });
    const whole = await scaled.metadata();
    const { data, info } = await scaled
      .toColourspace('srgb')
      .ensureAlpha()
      // libvips drops the last column and row if they are only partly covered. Browsers keep them.
      .extend({
        right: Math.ceil(width / step) - whole.width,
        bottom: Math.ceil(height / step) - whole.height,
        extendWith: 'copy',
      })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, channels: info.channels, data };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
