import sharp from 'sharp';
import type { DecodedPhoto } from '../inference/decode-photo.ts';
import { checkedHeader } from '../photo/checked-header.ts';
import { eighthsFor, inEighths } from './eighths.ts';
import { turnUpright } from './turn-upright.ts';
import { undecodable, uprightPhoto } from './upright-photo.ts';

/**
 * A photo as the models get it in a browser (src/inference/decode-photo.ts), so that the same photo gives the same
 * findings here: a JPEG is decoded whole and scaled as a browser's decoder does. Left to sharp, which decodes at a half
 * or a quarter and then resamples, pixels are 2 to 10 times as far from a browser's (`npm run bench -- decode`).
 */
export async function modelPhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const header = checkedHeader(bytes);
  const { type, width, height, orientation } = header;
  const scale = maxSide / Math.max(width, height);
  if (type !== 'image/jpeg' || scale >= 1) return uprightPhoto(bytes, maxSide);
  const wanted = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const stored = await wholePicture(bytes, type);
  const upright = turnUpright(inEighths(stored, eighthsFor(header, wanted)), orientation);
  const data = new Uint8ClampedArray(upright.data.buffer);
  return { width: upright.width, height: upright.height, data, original: { width, height } };
}

async function wholePicture(bytes: ArrayBuffer, type: string) {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, channels: info.channels, data };
  } catch (cause) {
    throw undecodable(type, cause);
  }
}
