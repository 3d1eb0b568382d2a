import { KerbsideError } from '../errors.ts';
import { type PhotoHeader, readPhotoHeader } from '../photo/read-header.ts';

/** Upright RGBA pixels of a photo, scaled down, with the size of the photo they came from. */
export interface DecodedPhoto {
  width: number;
  height: number;
  data: Uint8ClampedArray;
  original: { width: number; height: number };
}

/**
 * Decodes a photo in a worker, upright and scaled while decoding, so that a photo of 48 megapixels never stands in
 * memory whole. The longer side comes out at `maxSide` or a little less or more: decoders scale in steps.
 */
export async function decodePhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const read = readPhotoHeader(new Uint8Array(bytes));
  if (!read.ok) throw new KerbsideError('photo_invalid', read.message, { details: { reason: read.reason } });
  const { header } = read;
  const frame = await decodeScaled(bytes, header, maxSide);
  try {
    return pixelsOf(frame, header, maxSide);
  } finally {
    frame.close();
  }
}

type Frame = VideoFrame | ImageBitmap;

async function decodeScaled(bytes: ArrayBuffer, header: PhotoHeader, maxSide: number): Promise<Frame> {
  const size = fitted(header, maxSide);
  try {
    if (typeof ImageDecoder !== 'undefined' && (await ImageDecoder.isTypeSupported(header.type))) {
      const decoder = new ImageDecoder({
        data: bytes,
        type: header.type,
        desiredWidth: size.width,
        desiredHeight: size.height,
      });
      try {
        return (await decoder.decode()).image;
      } finally {
        decoder.close();
      }
    }
    const turned = isTurnedByUs(header) && header.orientation >= 5;
    return await createImageBitmap(new Blob([bytes], { type: header.type }), {
      resizeWidth: turned ? size.height : size.width,
      resizeHeight: turned ? size.width : size.height,
      resizeQuality: 'high',
    });
  } catch (cause) {
    throw undecodable(header, cause);
  }
}

/** Draws the frame upright at no more than `maxSide` and reads the pixels back. */
function pixelsOf(frame: Frame, header: PhotoHeader, maxSide: number): DecodedPhoto {
  const shown = sizeOf(frame);
  const turned = isTurnedByUs(header) && header.orientation >= 5;
  const upright = turned ? { width: shown.height, height: shown.width } : shown;
  const { width, height } = fitted(upright, Math.min(maxSide, Math.max(upright.width, upright.height)));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new KerbsideError('unsupported', 'This browser gives a worker no canvas to decode photos on.');
  context.imageSmoothingQuality = 'high';
  if (isTurnedByUs(header)) context.transform(...turn(header.orientation, width, height));
  const [drawnWidth, drawnHeight] = turned ? [height, width] : [width, height];
  context.drawImage(frame, 0, 0, drawnWidth, drawnHeight);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data, original: { width: header.width, height: header.height } };
}

/** Chromium applies the orientation of every format but WebP, where it ignores EXIF. */
function isTurnedByUs({ type, orientation }: PhotoHeader): boolean {
  return type === 'image/webp' && orientation !== 1;
}

function sizeOf(frame: Frame): { width: number; height: number } {
  return 'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height };
}

function fitted({ width, height }: { width: number; height: number }, maxSide: number) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
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
