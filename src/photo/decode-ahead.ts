import { type DecodedPhoto, isLargePhoto, type PhotoDetail, type PhotoSize } from './decoded-photo.ts';

/** Decodes the photos of a host: files in a browser, images of an inspection in Node. */
export interface PhotoDecoder<Photo> {
  /**
   * Returns the size of the upright photo.
   *
   * @throws `photo_invalid` if the photo has none.
   */
  readSize(photo: Photo): PhotoSize;
  /** Decodes a photo upright, to this longer side or a little less. Never enlarges. */
  decode(photo: Photo, longerSide: number): Promise<DecodedPhoto>;
  /** Returns whether `openDetail` takes less time and memory than to decode the whole photo at that size. */
  canOpenDetail(photo: Photo): Promise<boolean>;
  /** Decodes a photo of which only some regions are needed. */
  openDetail(photo: Photo, longerSide: number): Promise<PhotoDetail>;
}

/** The size at which photos are decoded for a purpose. */
export interface DecodeSize {
  /** Returns the longer side of the decoded photo. */
  longerSide(photo: PhotoSize): number;
  /**
   * Returns the longer side of the decode out of which regions are cut. If the photo is no larger than that, it is decoded once.
   * Absent: no regions are cut.
   */
  detailSide?(photo: PhotoSize): number;
}

/** A photo at the sizes of a `DecodeSize`. The caller closes it. */
export interface RequestedPhoto {
  photo: DecodedPhoto;
  /** Returns the decode out of which regions are cut, before `close`. Undefined: they are cut out of `photo`. */
  openDetail(): Promise<PhotoDetail> | undefined;
  close(): void;
}

/** A photo, and the one that will be requested after it. */
export interface QueuedImage<Image> {
  image: Image;
  next?: Image | undefined;
}

/**
 * Decodes the next photo while a model runs on the current one. Decoders have their own threads, so this works even if
 * the model blocks this thread. The decode out of which regions are cut starts with the photo, unless the photo is large.
 *
 * Holds at most one photo, already scaled down. It stays until it is requested or two other photos were requested
 * first. If two tasks alternate, the photos of one task are therefore decoded ahead, and no photo is decoded twice.
 */
export class DecodeAhead<Photo extends { id: string }> {
  readonly #decoder: PhotoDecoder<Photo>;
  #ahead: { key: string; requested: Promise<RequestedPhoto>; wasPassedOver: boolean } | undefined;

  constructor(decoder: PhotoDecoder<Photo>) {
    this.#decoder = decoder;
  }

  /** Decodes a photo, and starts to decode the next one. */
  async decode({ image, next }: QueuedImage<Photo>, size: DecodeSize): Promise<RequestedPhoto> {
    const sides = this.#computeSides(image, size);
    const requested = this.#take(createKey(image, sides)) ?? this.#decode(image, sides);
    if (next && !this.#ahead) this.#start(next, size);
    return requested;
  }

  #computeSides(photo: Photo, { longerSide, detailSide }: DecodeSize): Sides {
    const size = this.#decoder.readSize(photo);
    const side = longerSide(size);
    const detail = detailSide?.(size) ?? 0;
    const isScaled = Math.max(size.width, size.height) > detail;
    if (detail <= side || !isScaled) return { side: Math.max(side, detail), detail: 0, isLarge: false };
    return { side, detail, isLarge: isLargePhoto(size) };
  }

  #take(key: string): Promise<RequestedPhoto> | undefined {
    const ahead = this.#ahead;
    if (!ahead) return undefined;
    const isRequested = ahead.key === key;
    if (isRequested || ahead.wasPassedOver) this.#ahead = undefined;
    if (!isRequested && ahead.wasPassedOver)
      void ahead.requested.then(
        (photo) => photo.close(),
        () => {},
      );
    ahead.wasPassedOver = true;
    return isRequested ? ahead.requested : undefined;
  }

  #start(photo: Photo, size: DecodeSize): void {
    try {
      const sides = this.#computeSides(photo, size);
      const requested = this.#decode(photo, sides);
      requested.catch(() => {}); // rejects when the photo is requested
      this.#ahead = { key: createKey(photo, sides), requested, wasPassedOver: false };
    } catch {
      // Without a size. Throws when the photo is requested.
    }
  }

  async #decode(photo: Photo, { side, detail, isLarge }: Sides): Promise<RequestedPhoto> {
    if (detail === 0 || !(await this.#decoder.canOpenDetail(photo)))
      return { photo: await this.#decoder.decode(photo, Math.max(side, detail)), ...NO_DETAIL };
    const decoding = this.#decoder.decode(photo, side);
    let opening: Promise<PhotoDetail> | undefined;
    const openDetail = () => {
      opening ??= this.#decoder.openDetail(photo, detail);
      return opening;
    };
    const close = () => {
      opening?.then(
        (opened) => opened.close(),
        () => {},
      );
    };
    if (!isLarge) openDetail().catch(() => {}); // rejects when it is requested
    try {
      return { photo: await decoding, openDetail, close };
    } catch (error) {
      close();
      throw error;
    }
  }
}

const NO_DETAIL = { openDetail: () => undefined, close: () => {} };

interface Sides {
  side: number;
  /** 0: regions are cut out of the photo. */
  detail: number;
  /** The detail is not decoded before it is needed. */
  isLarge: boolean;
}

function createKey({ id }: { id: string }, { side, detail }: Sides): string {
  return `${id} ${side} ${detail}`;
}
