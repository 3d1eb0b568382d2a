import { KerbsideError } from '../../errors.ts';
import type { DecodedPhoto } from '../decoded-photo.ts';
import { type PhotoHeader, requirePhotoHeader } from '../header/read-header.ts';
import {
  addColourSpace,
  areSrgb,
  type ColouredHeader,
  copyAndClose,
  decodeStoredFrame,
} from './image-decoder.ts';
import { appliesExifOrientation } from './orientation-probe.ts';
import { computeStoredSize, drawUpright } from './upright.ts';

type Pixels = Omit<DecodedPhoto, 'original'>;

/**
 * Decodes a photo upright. JPEGs are scaled while they are decoded, so that one of 48 megapixels is not in memory at full size;
 * except those with a colour profile other than sRGB and Display P3.
 *
 * The longer side is `maxSide` or a little less: decoders scale in steps.
 *
 * @throws `photo_invalid` if the bytes are not a photo that this browser can decode.
 */
export async function decodePhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const header = addColourSpace(requirePhotoHeader(bytes), bytes);
  const original = { width: header.width, height: header.height };
  try {
    const frame = await decodeStoredFrame(bytes, header, maxSide);
    const stored = frame && (await copyAndClose(frame, header.colourSpace));
    if (!stored) return { ...(await decodeWithImageBitmap(bytes, header, maxSide)), original };
    const { width, height, data } = stored;
    if (header.orientation === 1 && areSrgb(stored) && Math.max(width, height) <= maxSide)
      return { width, height, data, original };
    return { ...drawUpright(await createImageBitmap(stored), header.orientation, maxSide), original };
  } catch (cause) {
    throw cause instanceof KerbsideError ? cause : createUndecodableError(header, cause);
  }
}

/** Browsers decode bitmaps upright, except for WebP in some of them. */
async function decodeWithImageBitmap(
  bytes: ArrayBuffer,
  header: ColouredHeader,
  maxSide: number,
): Promise<Pixels> {
  const { type, orientation, colourSpace } = header;
  const isUpright = type !== 'image/webp' || orientation === 1 || (await webpBitmapOrients());
  const remaining = isUpright ? 1 : orientation;
  const { width: resizeWidth, height: resizeHeight } = computeStoredSize(header, remaining, maxSide);
  const options = { resizeWidth, resizeHeight, resizeQuality: 'high' } as const;
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), options);
  // Chromium's frame of a bitmap has the pixels as stored: neither rotated nor converted.
  const isSrgbJpeg = type === 'image/jpeg' && orientation === 1 && colourSpace === 'srgb';
  const pixels = isSrgbJpeg ? await copyBitmap(bitmap) : undefined;
  if (!pixels) return drawUpright(bitmap, remaining, maxSide);
  bitmap.close();
  return { width: pixels.width, height: pixels.height, data: pixels.data };
}

/**
 * Returns the pixels of a bitmap in two thirds of the time that a canvas takes to draw and read it. Undefined if the bitmap
 * may be transparent, or the browser cannot.
 */
async function copyBitmap(bitmap: ImageBitmap): Promise<ImageData | undefined> {
  try {
    const frame = new VideoFrame(bitmap, { timestamp: 0 });
    if (frame.format === 'BGRX' || frame.format === 'RGBX') return await copyAndClose(frame, 'srgb');
    frame.close();
  } catch {} // no VideoFrame, or no memory for one
  return undefined;
}

let webpBitmapProbe: Promise<boolean> | undefined;
function webpBitmapOrients(): Promise<boolean> {
  webpBitmapProbe ??= appliesExifOrientation('image/webp', async (photo, { width }) => {
    const bitmap = await createImageBitmap(new Blob([photo], { type: 'image/webp' }));
    return drawUpright(bitmap, 1, width).data;
  });
  return webpBitmapProbe;
}

function createUndecodableError({ type }: PhotoHeader, cause: unknown): KerbsideError {
  const heic = type === 'image/heic' ? ' This browser does not support HEIC: take photos as JPEG.' : '';
  return new KerbsideError('photo_invalid', `The browser could not decode this ${type} photo.${heic}`, {
    details: { reason: 'undecodable', type },
    cause,
  });
}
