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
}

/** The sizes at which a photo is decoded out of which regions are cut. */
export interface DetailSize extends DecodeSize {
  /** Returns the longer side of the decode with the regions. If the photo is no larger than that, it is decoded once. */
  detailSide(photo: PhotoSize): number;
}

/** A photo at the sizes of a `DetailSize`. The caller closes it. */
export interface OpenPhoto {
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
  #ahead: { key: string; opening: Promise<OpenPhoto>; wasPassedOver: boolean } | undefined;

  constructor(decoder: PhotoDecoder<Photo>) {
    this.#decoder = decoder;
  }

  /** Decodes a photo, and starts to decode the next one. */
  async decode(queued: QueuedImage<Photo>, size: DecodeSize): Promise<DecodedPhoto> {
    return (await this.#request(queued, size)).photo;
  }

  /** Decodes a photo out of which regions are cut, and starts to decode the next one. */
  open(queued: QueuedImage<Photo>, size: DetailSize): Promise<OpenPhoto> {
    return this.#request(queued, size);
  }

  async #request({ image, next }: QueuedImage<Photo>, size: AnySize): Promise<OpenPhoto> {
    const sides = this.#computeSides(image, size);
    const opening = this.#take(createKey(image, sides)) ?? this.#open(image, sides);
    if (next && !this.#ahead) this.#start(next, size);
    return opening;
  }

  #computeSides(photo: Photo, { longerSide, detailSide }: AnySize): Sides {
    const size = this.#decoder.readSize(photo);
    const side = longerSide(size);
    const detail = detailSide?.(size) ?? 0;
    const isScaled = Math.max(size.width, size.height) > detail;
    if (detail <= side || !isScaled) return { side: Math.max(side, detail) };
    return { side, detail: { side: detail, isLarge: isLargePhoto(size) } };
  }

  #take(key: string): Promise<OpenPhoto> | undefined {
    const ahead = this.#ahead;
    if (!ahead) return undefined;
    const isRequested = ahead.key === key;
    if (isRequested || ahead.wasPassedOver) this.#ahead = undefined;
    if (!isRequested && ahead.wasPassedOver) closeOnceOpen(ahead.opening);
    ahead.wasPassedOver = true;
    return isRequested ? ahead.opening : undefined;
  }

  #start(photo: Photo, size: AnySize): void {
    try {
      const sides = this.#computeSides(photo, size);
      const opening = this.#open(photo, sides);
      this.#ahead = { key: createKey(photo, sides), opening, wasPassedOver: false };
      // Rejects when the photo is requested. If it is requested only later, it is decoded again.
      opening.catch(() => {
        if (this.#ahead?.opening === opening) this.#ahead = undefined;
      });
    } catch {
      // Without a size. Throws when the photo is requested.
    }
  }

  async #open(photo: Photo, { side, detail }: Sides): Promise<OpenPhoto> {
    if (!detail) return { photo: await this.#decoder.decode(photo, side), ...NO_DETAIL };
    if (!(await this.#decoder.canOpenDetail(photo)))
      return { photo: await this.#decoder.decode(photo, detail.side), ...NO_DETAIL };
    const decoding = this.#decoder.decode(photo, side);
    const openDetail = () => this.#decoder.openDetail(photo, detail.side);
    let opening = detail.isLarge ? undefined : openDetail();
    opening?.catch(() => {}); // for lack of memory, say: it is opened again when it is requested
    const close = () => opening && closeOnceOpen(opening);
    try {
      return {
        photo: await decoding,
        openDetail() {
          opening = opening?.catch(openDetail) ?? openDetail();
          return opening;
        },
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  }
}

const NO_DETAIL = { openDetail: () => undefined, close: () => {} };

function closeOnceOpen(opening: Promise<{ close(): void }>): void {
  opening.then(
    (opened) => opened.close(),
    () => {},
  );
}

type AnySize = DecodeSize & Partial<DetailSize>;

interface Sides {
  side: number;
  /** Absent: regions are cut out of the photo. */
  detail?: {
    side: number;
    /** The detail is not decoded before it is needed. */
    isLarge: boolean;
  };
}

function createKey({ id }: { id: string }, { side, detail }: Sides): string {
  return `${id} ${side} ${detail?.side}`;
}
