import type { DecodedPhoto } from './decoded-photo.ts';

/** The size at which photos are decoded for a purpose. */
export interface DecodeSize {
  /** For one purpose, a photo is always decoded at the same size. */
  purpose: string;
  /** Returns the longer side of the decoded photo. */
  longerSide(photo: { width: number; height: number }): number;
}

/** A photo, and the one that will be requested after it. */
export interface QueuedImage<Image> {
  image: Image;
  next?: Image | undefined;
}

type Decode<Photo> = (photo: Photo, longerSide: DecodeSize['longerSide']) => Promise<DecodedPhoto>;

/**
 * Decodes the next photo while a model runs on the current one. Decoders have their own threads, so this works even if
 * the model blocks this thread.
 *
 * Holds at most one photo, already scaled down. It stays until it is requested or two other photos were requested
 * first. If two tasks alternate, the photos of one task are therefore decoded ahead, and no photo is decoded twice.
 */
export class DecodeAhead<Photo extends { id: string }> {
  readonly #decode: Decode<Photo>;
  #ahead: { key: string; decoded: Promise<DecodedPhoto>; wasPassedOver: boolean } | undefined;

  constructor(decode: Decode<Photo>) {
    this.#decode = decode;
  }

  /** Decodes a photo, and starts to decode the next one. */
  async decode({ image, next }: QueuedImage<Photo>, size: DecodeSize): Promise<DecodedPhoto> {
    const decoded = this.#take(createKey(image, size)) ?? this.#decode(image, size.longerSide);
    if (next && !this.#ahead) this.#start(next, size);
    return decoded;
  }

  #take(key: string): Promise<DecodedPhoto> | undefined {
    const ahead = this.#ahead;
    if (!ahead) return undefined;
    const isRequested = ahead.key === key;
    if (isRequested || ahead.wasPassedOver) this.#ahead = undefined;
    ahead.wasPassedOver = true;
    return isRequested ? ahead.decoded : undefined;
  }

  #start(photo: Photo, size: DecodeSize): void {
    const decoded = this.#decode(photo, size.longerSide);
    decoded.catch(() => {}); // rejects when the photo is requested
    this.#ahead = { key: createKey(photo, size), decoded, wasPassedOver: false };
  }
}

function createKey({ id }: { id: string }, { purpose }: DecodeSize): string {
  return `${purpose} ${id}`;
}
