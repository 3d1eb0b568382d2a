import type { Photo } from '../../domain/api/inspection-api.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import type { Size } from './scale-region.ts';
import { DEFAULT_UPLOAD_QUALITY, type UploadOptions } from './upload-options.ts';

interface PhotoSize {
  width: number;
  height: number;
  bytes: number;
}

interface ScaledSize {
  width: number;
  height: number;
  /** Pixels of the upload per pixel of the original. */
  scale: number;
}

interface ScalePlan {
  /** Index of the chosen pixel limit. The next plan starts from it. */
  level: number;
  /** The size to upload. If it is left out, the original is uploaded. */
  scaled?: ScaledSize;
}

/** Pixel limits: the original, about 4K, about 2K, and the least that still shows a scratch. */
const PIXEL_LIMITS = [Number.POSITIVE_INFINITY, 8_300_000, 3_100_000, 1_500_000];
/** An upload should take at most this long. */
const MAX_UPLOAD_MS = 15_000;
/** Hysteresis: a larger size is used again only if its upload takes at most this share of the time. */
const RETURN_SHARE = 0.6;

/** A photo in the size to upload. */
export interface PreparedPhoto {
  blob: Blob;
  /** Pixels of the upload per pixel of the original. */
  scale: number;
}

/** Scales photos to the current speed of the link: smaller while it is slow, larger again when it has improved. */
export class PhotoScaler {
  readonly #options: UploadOptions;
  readonly #scalePhoto: ScalePhoto | undefined;
  #level = 0;

  /** @param scalePhoto - Without it, photos are uploaded unchanged. */
  constructor(options: UploadOptions, scalePhoto: ScalePhoto | undefined) {
    this.#options = options;
    this.#scalePhoto = scalePhoto;
  }

  /**
   * Returns the photo in the size to upload. The stored original does not change.
   *
   * @param bytesPerSecond - The measured upload speed, if there is one.
   */
  async prepare(photo: Photo, size: Size, bytesPerSecond: number | undefined): Promise<PreparedPhoto> {
    const [options, scalePhoto] = [this.#options, this.#scalePhoto];
    const original: PreparedPhoto = { blob: new Blob([photo.bytes], { type: photo.type }), scale: 1 };
    if (!scalePhoto) return original;
    const bytes = photo.bytes.byteLength;
    const { level, scaled } = planScale({ ...size, bytes }, bytesPerSecond, options, this.#level);
    this.#level = level;
    if (!scaled) return original;
    // If the photo cannot be decoded here, the original is sent: the service may be able to decode it.
    const blob = await scalePhoto(photo.bytes, scaled, options.quality ?? DEFAULT_UPLOAD_QUALITY).catch(
      () => undefined,
    );
    return blob && blob.size < bytes ? { blob, scale: scaled.scale } : original;
  }
}

/**
 * Chooses the largest size of a photo that can be uploaded in time over a link of this speed.
 *
 * Assumes that the file size is proportional to the pixels. Scaled photos are smaller than that, so uploads take less
 * time than planned.
 */
export function planScale(
  photo: PhotoSize,
  bytesPerSecond: number | undefined,
  { maxPixels = Number.POSITIVE_INFINITY, adaptive = true }: UploadOptions = {},
  previousLevel = 0,
): ScalePlan {
  const pixels = photo.width * photo.height;
  const estimateMs = (limit: number) =>
    ((photo.bytes * Math.min(1, limit / pixels)) / (bytesPerSecond ?? Number.POSITIVE_INFINITY)) * 1_000;
  const fits = (limit: number, level: number) =>
    estimateMs(limit) <= MAX_UPLOAD_MS * (level < previousLevel ? RETURN_SHARE : 1);
  const first = adaptive ? PIXEL_LIMITS.findIndex(fits) : 0;
  const level = first < 0 ? PIXEL_LIMITS.length - 1 : first;
  const limit = Math.min(PIXEL_LIMITS[level] ?? pixels, maxPixels);
  return { level, ...(pixels > limit && { scaled: computeScaledSize(photo, limit) }) };
}

/**
 * Returns the largest size with the same aspect ratio and at most `maxPixels`.
 *
 * The scale is that of the longer side, which needs no rounding. So a scaled coordinate is less than half a pixel off.
 */
export function computeScaledSize(
  { width, height }: Pick<PhotoSize, 'width' | 'height'>,
  maxPixels: number,
): ScaledSize {
  const longer = Math.max(width, height);
  const scaleTo = (target: number) => {
    const scale = target / longer;
    const side = (length: number) => (length === longer ? target : Math.max(1, Math.round(length * scale)));
    return { width: side(width), height: side(height), scale };
  };
  let target = Math.max(1, Math.floor(longer * Math.sqrt(maxPixels / (width * height))));
  let size = scaleTo(target);
  while (target > 1 && size.width * size.height > maxPixels) size = scaleTo(--target); // rounded up
  return size;
}
