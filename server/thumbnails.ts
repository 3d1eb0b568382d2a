import { createSlots } from '../src/platform/slots.ts';

/** Makes a JPEG of at most this width. */
export type CreateThumbnail = (photo: ArrayBuffer, width: number) => Promise<ArrayBuffer>;

/** The widths that a client can ask for. Few, so that nobody fills the cache with the same photo. */
export const THUMBNAIL_WIDTHS = [320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** A decoded photo of 12 megapixels has 48 MB. */
const CONCURRENT = 2;
const CACHE_BYTES = 64 * 1024 * 1024;

/** Thumbnails of photos, by their hash. */
export interface Thumbnails {
  /**
   * Returns a thumbnail, or undefined if it cannot be made: no decoder is installed, or it does not know the type.
   *
   * @param read - Reads the photo. Not called if the thumbnail is in the cache.
   */
  get(
    sha256: string,
    width: ThumbnailWidth,
    read: () => Promise<ArrayBuffer>,
  ): Promise<ArrayBuffer | undefined>;
}

/**
 * Creates a cache in memory that forgets what was used least recently. It is by content, so no entry is ever outdated, and
 * who may read a photo is decided before.
 */
export function createThumbnails(
  create: CreateThumbnail | undefined,
  { maxBytes = CACHE_BYTES, concurrent = CONCURRENT } = {},
): Thumbnails {
  const made = new Map<string, ArrayBuffer>();
  const inProgress = new Map<string, Promise<ArrayBuffer | undefined>>();
  const slots = createSlots(concurrent);
  let bytes = 0;
  const keep = (key: string, thumbnail: ArrayBuffer) => {
    made.set(key, thumbnail);
    bytes += thumbnail.byteLength;
    for (const [oldest, { byteLength }] of made) {
      if (bytes <= maxBytes) break;
      made.delete(oldest);
      bytes -= byteLength;
    }
  };
  const make = async (key: string, width: number, read: () => Promise<ArrayBuffer>) => {
    const photo = await read(); // a damaged or missing photo is an error of the request
    const thumbnail = await create?.(photo, width).catch(() => undefined);
    if (thumbnail) keep(key, thumbnail);
    return thumbnail;
  };
  return {
    async get(sha256, width, read) {
      if (!create) return undefined;
      const key = `${sha256} ${width}`;
      const known = made.get(key);
      if (known) {
        made.delete(key); // to the end: used most recently
        made.set(key, known);
        return known;
      }
      const running =
        inProgress.get(key) ?? slots.run(() => make(key, width, read)).finally(() => inProgress.delete(key));
      inProgress.set(key, running);
      return running;
    },
  };
}
