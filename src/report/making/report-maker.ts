import { isKerbsideError } from '../../errors.ts';
import type { ReportSubject } from '../content/report-model.ts';
import type { ReportPhotos } from './build-pdf.ts';

/** Scales photos, and words and builds the PDF: in a worker in browsers, in the process itself in Node. */
export interface ReportMaker {
  /**
   * Photos upright, as JPEG, within the limits; undefined for one that can not be decoded here. All at the same time:
   * whoever has many hands over a few at once.
   */
  scale(photos: readonly ArrayBuffer[], limits: PhotoLimits): Promise<(Uint8Array | undefined)[]>;
  /** The ids of the photos that `build` will show. */
  photosOf(subject: ReportSubject): Promise<string[]>;
  build(subject: ReportSubject, photos: ReportPhotos): Promise<Uint8Array>;
  /** Fetches what it needs to work without a network. */
  preload(): Promise<void>;
  close(): void;
}

export interface PhotoLimits {
  /** Of the longer side, in pixels. */
  side: number;
  /** Kept to by lowering the quality, as far as that goes. */
  bytes: number;
}

/**
 * About 300 dots an inch where two photos share a row, and so few bytes that a report can be mailed. Browsers scale
 * JPEGs in steps while decoding: of at most 1,250 pixels, the photos of most phones come out at 1,000 and more.
 */
export function photoLimits(count: number): PhotoLimits {
  return { side: 1250, bytes: Math.min(220_000, Math.floor(4_400_000 / Math.max(1, count))) };
}

/** Scales each by itself; one that can not be decoded here leaves the others alone. */
export function scaleEach(
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

/** JPEG qualities to try, the best first. */
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/** Encodes at the best quality that keeps to the limit, or at the worst. */
export async function encodeWithin(
  bytes: number,
  encode: (quality: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  let jpeg = new Uint8Array();
  for (const quality of QUALITIES) {
    jpeg = new Uint8Array(await encode(quality));
    if (jpeg.length <= bytes) break;
  }
  return jpeg;
}
