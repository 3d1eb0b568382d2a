import { chooseFrames, type KeptFrame, keepFrame } from '../analysis/walk/choose-frames.ts';
import { rateFrame } from '../analysis/walk/rate-frame.ts';
import type { WalkFrame } from '../analysis/walk/walk-frame.ts';
import type { Viewpoint } from '../domain/enums.ts';
import { KerbsideError } from '../errors.ts';
import type { Walk, WalkPicture, WalkProgress, WalkReader, WalkSide } from './walk-types.ts';

/** The frames of a walk so far: what each shows, and the pixels of the best ones. */
export class WalkFrames {
  readonly #reader: WalkReader;
  readonly #frames: WalkFrame[] = [];
  readonly #photos = new Map<number, Blob>();
  #kept: readonly KeptFrame[] = [];

  constructor(reader: WalkReader) {
    this.#reader = reader;
  }

  /**
   * Reads a frame and closes it.
   *
   * @throws `unsupported` if there is no part model.
   */
  async add(picture: WalkPicture, at: number, signal?: AbortSignal): Promise<void> {
    const copy = await copyPicture(picture);
    try {
      const view = await this.#reader.look(picture, signal);
      if (view.hasPartModel === false)
        throw new KerbsideError(
          'unsupported',
          "No model recognizes the sides of a vehicle. Pass licence: 'research' to deviceModels, or take the photos one by one.",
        );
      const frame = this.#frames.length;
      const read: WalkFrame = { at, vehicle: view.vehicle, quality: view.quality };
      this.#frames.push(read);
      await this.#keep(keepFrame(this.#kept, read, frame), frame, copy, signal);
    } finally {
      copy.close(); // closing twice is allowed
    }
  }

  get progress(): WalkProgress {
    const sides = Object.entries(this.#choose()).map(([side, { problem }]) => [
      side,
      problem ? 'poor' : 'good',
    ]);
    return { sides: Object.fromEntries(sides), viewpoint: this.#frames.at(-1)?.vehicle?.viewpoint };
  }

  finish(): Walk {
    const sides = Object.entries(this.#choose()).map(
      ([side, { frame: best, candidates }]): [string, WalkSide] => [
        side,
        {
          best: candidates.indexOf(best),
          photos: candidates.flatMap((frame) => this.#toPhoto(frame, side as Viewpoint)),
        },
      ],
    );
    return { sides: Object.fromEntries(sides) };
  }

  #choose() {
    return chooseFrames(this.#frames, (frame) => this.#photos.has(frame));
  }

  #toPhoto(frame: number, side: Viewpoint) {
    const [view, photo] = [this.#frames[frame], this.#photos.get(frame)];
    if (!view || !photo) return [];
    return [{ photo, at: view.at, problem: rateFrame(view, side)?.problem }];
  }

  async #keep(
    kept: readonly KeptFrame[],
    frame: number,
    picture: WalkPicture,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (kept === this.#kept) return;
    this.#photos.set(frame, await this.#reader.encode(picture, signal));
    this.#kept = kept;
    const indices = new Set(kept.map((one) => one.frame));
    for (const index of this.#photos.keys()) if (!indices.has(index)) this.#photos.delete(index);
  }
}

/** A `VideoFrame` is shared, a bitmap is copied. */
function copyPicture(picture: WalkPicture): WalkPicture | Promise<ImageBitmap> {
  return 'clone' in picture ? picture.clone() : createImageBitmap(picture);
}

/**
 * Returns the frame that a video shows, without decoding it again where the browser can. Returns undefined if there is none
 * yet: Chromium announces the first frame of a stream before it can be read.
 */
export async function grabPicture(video: HTMLVideoElement): Promise<WalkPicture | undefined> {
  try {
    // Safari before 16.4 and Firefox before 130 have no VideoFrame.
    if (typeof VideoFrame === 'undefined') return await createImageBitmap(video);
    return new VideoFrame(video, { timestamp: Math.round(video.currentTime * 1e6) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return undefined;
    throw error;
  }
}
