import sharp from 'sharp';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { fitWithin } from '../../photo/decoded-photo.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';
import { applyOrientation } from './apply-orientation.ts';
import { decodeScaledJpeg } from './decode-scaled-jpeg.ts';
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
