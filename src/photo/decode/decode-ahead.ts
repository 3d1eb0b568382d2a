import type { Turn } from '../../inference/tasks/photo-queue.ts';
import type { DecodedPhoto } from './decode-photo.ts';

/** How large photos are to be decoded, for what. */
export interface DecodeSize {
  /** For the same purpose the same photo is decoded in the same size. */
  purpose: string;
  /** The longer side. */
  sideOf(photo: { width: number; height: number }): number;
}

/**
 * Has the next photo decoded while a model looks at this one: decoders have threads of their own, so that goes on even
 * where the model blocks this one.
 *
 * One photo at most is held ahead, scaled down already. While somebody is going to come for it, it keeps that place:
 * where the photos of two tasks take turns, those of one are decoded ahead, and none is decoded twice. One that nobody
 * comes for gives way to the second photo that passes it.
 */
export class DecodeAhead<Photo extends { id: string }> {
  readonly #decode: (photo: Photo, sideOf: DecodeSize['sideOf']) => Promise<DecodedPhoto>;
  #ahead: { key: string; decoded: Promise<DecodedPhoto>; passedOver: boolean } | undefined;

  constructor(decode: (photo: Photo, sideOf: DecodeSize['sideOf']) => Promise<DecodedPhoto>) {
    this.#decode = decode;
  }

  async decoded({ image, next }: Turn<Photo>, size: DecodeSize): Promise<DecodedPhoto> {
    const decoded = this.#take(keyOf(image, size)) ?? this.#decode(image, size.sideOf);
    if (next && !this.#ahead) this.#begin(next, size);
    return decoded;
  }

  #take(key: string): Promise<DecodedPhoto> | undefined {
    const ahead = this.#ahead;
    if (!ahead) return undefined;
    const isIt = ahead.key === key;
    if (isIt || ahead.passedOver) this.#ahead = undefined;
    ahead.passedOver = true;
    return isIt ? ahead.decoded : undefined;
  }

  #begin(photo: Photo, size: DecodeSize): void {
    const decoded = this.#decode(photo, size.sideOf);
    decoded.catch(() => {}); // told to whoever comes for this photo
    this.#ahead = { key: keyOf(photo, size), decoded, passedOver: false };
  }
}

function keyOf({ id }: { id: string }, { purpose }: DecodeSize): string {
  return `${purpose} ${id}`;
}
