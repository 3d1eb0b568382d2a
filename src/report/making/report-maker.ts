import type { PhotoPair } from '../../analysis/compare/photo-pairs.ts';
import type { PhotoAligner } from '../../compare/photo-aligner.ts';
import { isKerbsideError } from '../../errors.ts';
import type { ReportSubject } from '../content/report-context.ts';
import type { ReportPhotos } from '../layout/build-pdf.ts';

/** Port: scales photos and builds the PDF. In browsers it runs in a worker, in Node in the process itself. */
export interface ReportMaker extends PhotoAligner {
  /**
   * Returns upright JPEGs within the limits; undefined for a photo that cannot be decoded here. All photos are decoded at
   * the same time: pass only a few per call.
   */
  scalePhotos(photos: readonly ArrayBuffer[], limits: PhotoLimits): Promise<(Uint8Array | undefined)[]>;
  /** Returns the photos to align for the comparison with the earlier inspection. */
  listPhotoPairs(subject: ReportSubject): Promise<PhotoPair[]>;
  /** Returns the image ids of the photos that `build` needs. */
  listPhotos(subject: ReportSubject): Promise<string[]>;
  build(subject: ReportSubject, photos: ReportPhotos): Promise<Uint8Array>;
  /** Caches what the maker needs to work offline. */
  preload(): Promise<void>;
  close(): void;
}

export interface PhotoLimits {
  /** Of the longer side, in pixels. */
  maxSide: number;
  /** Met by lowering the quality; a photo that is larger at the lowest quality is kept. */
  maxBytes: number;
}

/**
 * Returns the limits for each photo of a report with `count` photos.
 *
 * 1,250 pixels are about 300 dpi for two photos in a row, and 4.4 MB in total are small enough for an email. Browsers
 * scale JPEGs in steps while decoding: with this limit, photos of most phones have at least 1,000 pixels.
 */
export function getPhotoLimits(count: number): PhotoLimits {
  return { maxSide: 1250, maxBytes: Math.min(220_000, Math.floor(4_400_000 / Math.max(1, count))) };
}

/** Scales all photos at the same time. Returns undefined for a photo that cannot be decoded here. */
export function scaleAll(
  photos: readonly ArrayBuffer[],
  scale: (photo: ArrayBuffer) => Promise<Uint8Array>,
): Promise<(Uint8Array | undefined)[]> {
  return Promise.all(
    photos.map((photo) =>
      scale(photo).catch((error: unknown) => {
        if (isKerbsideError(error, 'photo_invalid')) return undefined;
        throw error;
      }),
    ),
  );
}

/** JPEG qualities to try, in this order. */
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/** Encodes at the highest quality that stays within `maxBytes`, or at the lowest. */
export async function encodeWithin(
  maxBytes: number,
  encode: (quality: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  let jpeg = new Uint8Array();
  for (const quality of QUALITIES) {
    jpeg = new Uint8Array(await encode(quality));
    if (jpeg.length <= maxBytes) break;
  }
  return jpeg;
}
