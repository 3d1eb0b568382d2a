import { KerbsideError } from '../../errors.ts';
import { type DecodedPhoto, fitWithin } from '../decoded-photo.ts';
import { type PhotoHeader, requirePhotoHeader } from '../header/read-header.ts';
import { type ColourSpace, readColourSpace } from './colour-space.ts';
import { appliesExifOrientation } from './orientation-probe.ts';

interface Size {
  width: number;
  height: number;
}

type Pixels = Omit<DecodedPhoto, 'original'>;

interface ColouredHeader extends PhotoHeader {
  colourSpace: ColourSpace;
}

/**
 * Decodes a photo upright. Scales while it decodes, so that a photo of 48 megapixels is never in memory at full size.
 *
 * The longer side is `maxSide` or a little less: decoders scale in steps.
 *
 * @throws `photo_invalid` if the bytes are not a photo that this browser can decode.
 */
export async function decodePhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const plain = requirePhotoHeader(bytes);
  const header: ColouredHeader = { ...plain, colourSpace: readColourSpace(bytes, plain.type) };
  const original = { width: header.width, height: header.height };
  try {
    const stored = await decodeWithImageDecoder(bytes, header, maxSide);
    if (!stored) return { ...(await decodeWithImageBitmap(bytes, header, maxSide)), original };
    const { width, height, data } = stored;
    if (header.orientation === 1 && header.colourSpace === 'srgb' && Math.max(width, height) <= maxSide)
      return { width, height, data, original };
    return { ...drawUpright(await createImageBitmap(stored), header.orientation, maxSide), original };
  } catch (cause) {
    throw cause instanceof KerbsideError ? cause : createUndecodableError(header, cause);
  }
}

/**
 * Returns the pixels as stored, not yet upright, or undefined if this browser has no suitable ImageDecoder.
 *
 * It ignores the colour profile of a JPEG. Pixels in Display P3, as phones take them, are returned as such, and a canvas
 * converts them. Photos with another profile are not decoded here.
 *
 * Not used for photos that need no scaling: for those, Chromium's ImageDecoder returns YUV, and the colours at edges
 * become blocky, which can change a confidence by 0.05.
 *
 * The frame is copied, never drawn. Without a GPU, Chromium leaks 1 MB per VideoFrame that is drawn on a canvas, until
 * its process ends. And a bitmap that is created from a rotated frame has the wrong aspect ratio.
 */
async function decodeWithImageDecoder(
  bytes: ArrayBuffer,
  header: ColouredHeader,
  maxSide: number,
): Promise<ImageData | undefined> {
  const { colourSpace } = header;
  if (typeof ImageDecoder === 'undefined' || Math.max(header.width, header.height) <= maxSide)
    return undefined;
  if (colourSpace === 'other') return undefined;
  if (!(await ImageDecoder.isTypeSupported(header.type)) || (await imageDecoderOrients())) return undefined;
  const size = computeStoredSize(header, header.orientation, maxSide);
  const pixels = await decodeFrame(bytes, header.type, size);
  if (!pixels || colourSpace === 'srgb') return pixels;
  return new ImageData(pixels.data, pixels.width, pixels.height, { colorSpace: colourSpace });
}

let imageDecoderProbe: Promise<boolean> | undefined;
function imageDecoderOrients(): Promise<boolean> {
  imageDecoderProbe ??= appliesExifOrientation('image/jpeg', async (photo, size) => {
    const pixels = await decodeFrame(photo, 'image/jpeg', size);
    return pixels?.data ?? new Uint8ClampedArray();
  }).catch(() => true); // an ImageDecoder that fails here is not used
  return imageDecoderProbe;
}

async function decodeFrame(
  data: ArrayBuffer,
  type: string,
  { width: desiredWidth, height: desiredHeight }: Size,
): Promise<ImageData | undefined> {
  const decoder = new ImageDecoder({ data, type, desiredWidth, desiredHeight });
  try {
    const { image } = await decoder.decode();
    try {
      return await copyFrame(image);
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}

/** Returns undefined if the browser does not convert to RGBA while it copies (Chromium before 127). */
async function copyFrame(frame: VideoFrame): Promise<ImageData | undefined> {
  const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
  const pixels = new ImageData(width, height);
  const layout = [{ offset: 0, stride: width * 4 }];
  try {
    if (frame.format === 'BGRX') {
      await frame.copyTo(pixels.data, { layout });
      convertBgrxToRgba(pixels);
    } else await frame.copyTo(pixels.data, { layout, format: 'RGBA' });
    return pixels;
  } catch {
    return undefined;
  }
}

/** Chromium decodes JPEG to BGRX. Its own conversion while copying takes 2.5 times as long as this loop. */
function convertBgrxToRgba({ data }: ImageData): void {
  const words = new Int32Array(data.buffer);
  for (let at = 0; at < words.length; at += 1) {
    const bgrx = words[at] as number;
    words[at] = 0xff000000 | ((bgrx & 0xff) << 16) | (bgrx & 0xff00) | ((bgrx >>> 16) & 0xff);
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
  const isStored = type === 'image/jpeg' && orientation === 1 && colourSpace === 'srgb';
  const pixels = isStored ? await copyBitmap(bitmap) : undefined;
  if (!pixels) return drawUpright(bitmap, remaining, maxSide);
  bitmap.close();
  return { width: pixels.width, height: pixels.height, data: pixels.data };
}

/**
 * Returns the pixels of a bitmap in two thirds of the time that a canvas takes to draw and read it. Undefined if the bitmap
 * may be transparent, or the browser cannot.
 */
async function copyBitmap(bitmap: ImageBitmap): Promise<ImageData | undefined> {
  if (typeof VideoFrame === 'undefined') return undefined;
  const frame = new VideoFrame(bitmap, { timestamp: 0 });
  try {
    return frame.format === 'BGRX' || frame.format === 'RGBX' ? await copyFrame(frame) : undefined;
  } finally {
    frame.close();
  }
}

let webpBitmapProbe: Promise<boolean> | undefined;
function webpBitmapOrients(): Promise<boolean> {
  webpBitmapProbe ??= appliesExifOrientation('image/webp', async (photo, { width }) => {
    const bitmap = await createImageBitmap(new Blob([photo], { type: 'image/webp' }));
    return drawUpright(bitmap, 1, width).data;
  });
  return webpBitmapProbe;
}

/** Returns the size to decode to, if `orientation` is applied afterwards. */
function computeStoredSize(
  header: PhotoHeader,
  orientation: PhotoHeader['orientation'],
  maxSide: number,
): Size {
  const { width, height } = fitWithin(header, maxSide);
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Draws a bitmap upright with a longer side of at most `maxSide`, returns its pixels, and closes it. */
function drawUpright(bitmap: ImageBitmap, orientation: PhotoHeader['orientation'], maxSide: number): Pixels {
  const isRotated = orientation >= 5;
  const upright = isRotated
    ? { width: bitmap.height, height: bitmap.width }
    : { width: bitmap.width, height: bitmap.height };
  const { width, height } = fitWithin(upright, maxSide);
  const canvas = typeof OffscreenCanvas === 'undefined' ? undefined : new OffscreenCanvas(width, height);
  const context = canvas?.getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new KerbsideError('unsupported', 'This browser provides no canvas in a worker to decode photos.');
  context.imageSmoothingQuality = 'high';
  context.transform(...uprightTransform(orientation, width, height));
  const [drawnWidth, drawnHeight] = isRotated ? [height, width] : [width, height];
  context.drawImage(bitmap, 0, 0, drawnWidth, drawnHeight);
  bitmap.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

type Transform = [number, number, number, number, number, number];

/** Returns the canvas transform that shows stored pixels upright. */
function uprightTransform(orientation: PhotoHeader['orientation'], width: number, height: number): Transform {
  const transforms: Record<PhotoHeader['orientation'], Transform> = {
    1: [1, 0, 0, 1, 0, 0],
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  };
  return transforms[orientation];
}

function createUndecodableError({ type }: PhotoHeader, cause: unknown): KerbsideError {
  const heic = type === 'image/heic' ? ' This browser does not support HEIC: take photos as JPEG.' : '';
  return new KerbsideError('photo_invalid', `The browser could not decode this ${type} photo.${heic}`, {
    details: { reason: 'undecodable', type },
    cause,
  });
}
