import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';

export interface UploadOptions {
  /** No photo is uploaded with more pixels than this. */
  maxPixels?: number;
  /** Of photos that are scaled: JPEG quality from 0 to 1. */
  quality?: number;
  /** Whether photos are scaled down on a slow link, as far as it takes. */
  adaptive?: boolean;
  /** Instead of the browser's canvas, on hosts without one. */
  scalePhoto?: ScalePhoto;
}

export interface PhotoSize {
  width: number;
  height: number;
  bytes: number;
}

export interface ScalePlan {
  /** How far down the ladder this link has taken us; the next plan starts from it. */
  rung: number;
  /** The size to upload, and remote pixels per pixel of the original. Absent: the original as it is. */
  scaled?: { width: number; height: number; scale: number };
}

/** The original, about 4K, about 2K, and the least that still shows a scratch. */
const RUNGS = [Number.POSITIVE_INFINITY, 8_300_000, 3_100_000, 1_500_000];
/** A photo should be up within this time. */
const PATIENCE_MS = 15_000;
/** Back up the ladder only when the larger photo would be well within it. */
const ROOM_TO_CLIMB = 0.6;

/**
 * How large to upload a photo over a link of this speed: the largest that is up in time. Pixels stand for bytes, which
 * overstates what scaling leaves: a link is never promised too much.
 */
export function planScale(
  photo: PhotoSize,
  bytesPerSecond: number | undefined,
  { maxPixels = Number.POSITIVE_INFINITY, adaptive = true }: UploadOptions = {},
  previousRung = 0,
): ScalePlan {
  const pixels = photo.width * photo.height;
  const timeAt = (limit: number) =>
    ((photo.bytes * Math.min(1, limit / pixels)) / (bytesPerSecond ?? Number.POSITIVE_INFINITY)) * 1_000;
  const fits = (limit: number, rung: number) =>
    timeAt(limit) <= PATIENCE_MS * (rung < previousRung ? ROOM_TO_CLIMB : 1);
  const found = adaptive ? RUNGS.findIndex(fits) : 0;
  const rung = found < 0 ? RUNGS.length - 1 : found;
  const limit = Math.min(RUNGS[rung] ?? pixels, maxPixels);
  return { rung, ...(pixels > limit && { scaled: scaledSize(photo, limit) }) };
}

/**
 * At most so many pixels, in the same shape. The scale is that of the longer side, which comes out exact; so a place
 * carried over by it is less than half a pixel off where the picture shows it.
 */
export function scaledSize(
  { width, height }: Pick<PhotoSize, 'width' | 'height'>,
  maxPixels: number,
): { width: number; height: number; scale: number } {
  const longer = Math.max(width, height);
  const sized = (target: number) => {
    const scale = target / longer;
    const side = (length: number) => (length === longer ? target : Math.max(1, Math.round(length * scale)));
    return { width: side(width), height: side(height), scale };
  };
  let target = Math.max(1, Math.floor(longer * Math.sqrt(maxPixels / (width * height))));
  let size = sized(target);
  while (target > 1 && size.width * size.height > maxPixels) size = sized(--target); // rounded up
  return size;
}
