import sharp from 'sharp';
import { fitWithin } from '../../photo/decoded-photo.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';
import { eighthsFor, inEighths, type Raster } from './jpeg-scaling.ts';
import { scaledByDecoder } from './scaled-by-decoder.ts';
import { turnUpright } from './turn-upright.ts';
import { undecodable, uprightPhoto } from './upright-photo.ts';

/**
 * A photo as the models get it in a browser (src/photo/decode/decode-photo.ts), so that the same photo gives the same
 * findings here: a JPEG is scaled in eighths, as a browser's decoder does. Left to sharp, which resamples to the size
 * that it is asked for, pixels are several times as far from a browser's (`npm run bench -- decode`).
 */
export async function modelPhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const header = requirePhotoHeader(bytes);
  const { type, width, height, orientation } = header;
  if (type !== 'image/jpeg' || Math.max(width, height) <= maxSide) return uprightPhoto(bytes, maxSide);
  try {
    const stored = await storedInEighths(bytes, eighthsFor(header, fitWithin(header, maxSide)));
    const upright = turnUpright(stored, orientation);
    const data = new Uint8ClampedArray(upright.data);
    return { width: upright.width, height: upright.height, data, original: { width, height } };
  } catch (cause) {
    throw undecodable(type, cause);
  }
}

async function storedInEighths(bytes: ArrayBuffer, eighths: number): Promise<Raster> {
  const photo = sharp(bytes, { failOn: 'error' });
  const step = 8 / eighths;
  if (step === 2 || step === 4 || step === 8) return scaledByDecoder(bytes, await photo.metadata(), step);
  const { data, info } = await photo
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return inEighths({ width: info.width, height: info.height, channels: info.channels, data }, eighths);
}
