import { fitWithin } from '../../analysis/detection/model-canvas.ts';
import { KerbsideError } from '../../errors.ts';
import { checkedHeader } from '../header/checked-header.ts';
import type { PhotoHeader } from '../header/read-header.ts';
import { turnsItself } from './self-orienting.ts';

interface Size {
  width: number;
  height: number;
}

interface Pixels extends Size {
  data: Uint8ClampedArray;
}

/** Upright RGBA pixels of a photo, scaled down, with the size of the photo they came from. */
export interface DecodedPhoto extends Pixels {
  original: Size;
}

/**
 * Decodes a photo in a worker, upright and scaled while decoding, so that a photo of 48 megapixels never stands in
 * memory whole. The longer side comes out at `maxSide` or a little less: decoders scale in steps.
 */
export async function decodePhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const header = checkedHeader(bytes);
  const original = { width: header.width, height: header.height };
  try {
    const stored = await storedPixels(bytes, header, maxSide);
    if (!stored) return { ...(await shownPixels(bytes, header, maxSide)), original };
    const { width, height, data } = stored;
    if (header.orientation === 1 && Math.max(width, height) <= maxSide)
      return { width, height, data, original };
    return { ...drawn(await createImageBitmap(stored), header.orientation, maxSide), original };
  } catch (cause) {
    throw cause instanceof KerbsideError ? cause : undecodable(header, cause);
  }
}

/**
 * The pixels as they are stored, not yet upright, where the browser has an ImageDecoder that hands them out so. Not for
 * photos that need no scaling: of those Chromium's ImageDecoder hands out YUV, and the colours at edges come out blocky.
 * A confidence may change by 0.05 for it.
 *
 * They are copied, never drawn: Chromium keeps what is left of every VideoFrame that was drawn on a canvas without a
 * GPU for as long as its process lives, a megabyte a photo; and a bitmap made of a frame that lies on its side is
 * squeezed into the wrong shape.
 */
async function storedPixels(
  bytes: ArrayBuffer,
  header: PhotoHeader,
  maxSide: number,
): Promise<ImageData | undefined> {
  if (typeof ImageDecoder === 'undefined' || Math.max(header.width, header.height) <= maxSide)
    return undefined;
  if (!(await ImageDecoder.isTypeSupported(header.type)) || (await imageDecoderTurns())) return undefined;
  return framePixels(bytes, header.type, storedSize(header, header.orientation, maxSide));
}

let imageDecoderTurned: Promise<boolean> | undefined;
function imageDecoderTurns(): Promise<boolean> {
  imageDecoderTurned ??= turnsItself('image/jpeg', async (picture, size) => {
    const pixels = await framePixels(picture, 'image/jpeg', size);
    return pixels?.data ?? new Uint8ClampedArray();
  }).catch(() => true); // one that fails on it is not relied on
  return imageDecoderTurned;
}

async function framePixels(
  data: ArrayBuffer,
  type: string,
  { width: desiredWidth, height: desiredHeight }: Size,
): Promise<ImageData | undefined> {
  const decoder = new ImageDecoder({ data, type, desiredWidth, desiredHeight });
  try {
    const { image } = await decoder.decode();
    try {
      return await copied(image);
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}

/** Undefined where the browser does not convert to RGBA while copying (Chromium before 127). */
async function copied(frame: VideoFrame): Promise<ImageData | undefined> {
  const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
  const pixels = new ImageData(width, height);
  const layout = [{ offset: 0, stride: width * 4 }];
  try {
    if (frame.format === 'BGRX') {
      await frame.copyTo(pixels.data, { layout });
      opaqueRgba(pixels);
    } else await frame.copyTo(pixels.data, { layout, format: 'RGBA' });
    return pixels;
  } catch {
    return undefined;
  }
}

/** What Chromium makes of a JPEG is BGRX. To convert it while copying takes it two and a half times as long. */
function opaqueRgba({ data }: ImageData): void {
  const words = new Int32Array(data.buffer);
  for (let at = 0; at < words.length; at += 1) {
    const bgrx = words[at] as number;
    words[at] = 0xff000000 | ((bgrx & 0xff) << 16) | (bgrx & 0xff00) | ((bgrx >>> 16) & 0xff);
  }
}

/** As the browser shows it: upright already, but for WebP in some. */
async function shownPixels(bytes: ArrayBuffer, header: PhotoHeader, maxSide: number): Promise<Pixels> {
  const { type, orientation } = header;
  const isUpright = type !== 'image/webp' || orientation === 1 || (await bitmapOfWebpTurns());
  const left = isUpright ? 1 : orientation;
  const { width: resizeWidth, height: resizeHeight } = storedSize(header, left, maxSide);
  const options = { resizeWidth, resizeHeight, resizeQuality: 'high' } as const;
  return drawn(await createImageBitmap(new Blob([bytes], { type }), options), left, maxSide);
}

let bitmapOfWebpTurned: Promise<boolean> | undefined;
function bitmapOfWebpTurns(): Promise<boolean> {
  bitmapOfWebpTurned ??= turnsItself('image/webp', async (picture, { width }) => {
    const bitmap = await createImageBitmap(new Blob([picture], { type: 'image/webp' }));
    return drawn(bitmap, 1, width).data;
  });
  return bitmapOfWebpTurned;
}

/** The size to decode to, where `orientation` is still to be applied afterwards. */
function storedSize(header: PhotoHeader, orientation: PhotoHeader['orientation'], maxSide: number): Size {
  const { width, height } = fitWithin(header, maxSide);
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Draws the bitmap upright at no more than `maxSide`, reads the pixels back, and closes it. */
function drawn(bitmap: ImageBitmap, orientation: PhotoHeader['orientation'], maxSide: number): Pixels {
  const turned = orientation >= 5;
  const upright = turned
    ? { width: bitmap.height, height: bitmap.width }
    : { width: bitmap.width, height: bitmap.height };
  const { width, height } = fitWithin(upright, maxSide);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new KerbsideError('unsupported', 'This browser gives a worker no canvas to decode photos on.');
  context.imageSmoothingQuality = 'high';
  context.transform(...turn(orientation, width, height));
  const [drawnWidth, drawnHeight] = turned ? [height, width] : [width, height];
  context.drawImage(bitmap, 0, 0, drawnWidth, drawnHeight);
  bitmap.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** The canvas transform that shows stored pixels upright, for each EXIF orientation. */
function turn(orientation: PhotoHeader['orientation'], width: number, height: number): Transform {
  const turns: Record<PhotoHeader['orientation'], Transform> = {
    1: [1, 0, 0, 1, 0, 0],
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  };
  return turns[orientation];
}
type Transform = [number, number, number, number, number, number];

function undecodable({ type }: PhotoHeader, cause: unknown): KerbsideError {
  const heic = type === 'image/heic' ? ' This browser can not show HEIC: take photos as JPEG.' : '';
  return new KerbsideError('photo_invalid', `The browser could not decode this ${type} photo.${heic}`, {
    details: { reason: 'undecodable', type },
    cause,
  });
}
