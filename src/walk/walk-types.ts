import type { WalkView } from '../analysis/walk/walk-frame.ts';
import type { ComplianceReason, Viewpoint } from '../domain/enums.ts';

/** A frame of a video. */
export type WalkPicture = VideoFrame | ImageBitmap;

/**
 * Reads frames of the walk. `frames()` of `deviceModels` returns one. Each method takes the frame
 * over and closes it.
 */
export interface WalkReader {
  /** Returns what a frame shows. `hasPartModel: false`: no model that recognizes sides is available. */
  look(frame: WalkPicture, signal?: AbortSignal): Promise<WalkView & { hasPartModel?: boolean }>;
  /** Returns the frame as a JPEG. */
  encode(frame: WalkPicture, signal?: AbortSignal): Promise<Blob>;
}

/** A frame that may become the photo of a side. */
export interface WalkPhoto {
  /** A JPEG at the size of the video. */
  photo: Blob;
  /** In milliseconds from the start of the walk. */
  at: number;
  /** Its fault. Undefined if it has none. */
  problem?: ComplianceReason | undefined;
}

/** The photos of a side, in the order of the walk. */
export interface WalkSide {
  photos: readonly WalkPhoto[];
  /** Index of the best one in `photos`. */
  best: number;
}

/** The photos of a walk around the vehicle. Sides that no frame shows are absent. */
export interface Walk {
  sides: Readonly<Partial<Record<Viewpoint, WalkSide>>>;
  /** The recording. Only with `keepVideo`, and if the browser has an encoder. */
  video?: Blob | undefined;
}

/** How far a walk is. */
export interface WalkProgress {
  /** The sides that a frame shows so far. `poor`: none of their frames is good. */
  sides: Readonly<Partial<Record<Viewpoint, 'good' | 'poor'>>>;
  /** The side that the latest frame shows. */
  viewpoint?: Viewpoint | undefined;
  /** How much of a file is read, 0 to 1. Absent while the camera records. */
  share?: number | undefined;
}

/** Options of {@link readWalk} and {@link recordWalk}. */
export interface WalkOptions {
  reader: WalkReader;
  /** Ends the walk without a result: the call rejects with `aborted`. */
  signal?: AbortSignal | undefined;
  /** Called after every frame. */
  onProgress?(progress: WalkProgress): void;
}
