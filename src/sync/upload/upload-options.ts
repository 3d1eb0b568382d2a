import * as v from 'valibot';
import { finite, fraction, object } from '../../domain/fields.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';

/** How photos are scaled for upload. The stored photo never changes. */
export interface UploadOptions {
  /**
   * Upper limit of pixels of every upload. Larger photos are scaled down on every link.
   *
   * @default no limit
   */
  maxPixels?: number;
  /**
   * JPEG quality of scaled photos, 0 to 1.
   *
   * @default 0.85
   */
  quality?: number;
  /**
   * Whether photos are scaled down further on a slow link: to about 8.3, 3.1 or 1.5 megapixels, so that each upload takes
   * at most 15 s.
   *
   * @default true
   */
  adaptive?: boolean;
  /**
   * Scales a photo, for environments without a canvas.
   *
   * @default the browser's canvas. If there is none, photos are uploaded unchanged.
   */
  scalePhoto?: ScalePhoto;
}

export const DEFAULT_UPLOAD_QUALITY = 0.85;

const MIN_PIXELS = LIMITS.photoMinSide ** 2;

export const uploadOptionsSchema = object({
  maxPixels: v.optional(v.pipe(finite, v.minValue(MIN_PIXELS, `at least ${MIN_PIXELS} pixels`))),
  quality: v.optional(fraction),
  adaptive: v.optional(v.boolean()),
  scalePhoto: v.optional(v.function()),
});
