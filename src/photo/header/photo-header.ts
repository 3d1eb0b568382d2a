export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'image/avif';

/** The EXIF orientation. 1 is upright; photos of 5 to 8 are stored rotated by 90 degrees. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The orientation after n clockwise quarter turns, without and with a preceding left-to-right mirror. */
const ROTATED: readonly Orientation[] = [1, 6, 3, 8];
const MIRRORED: readonly Orientation[] = [2, 7, 4, 5];

/** Returns the orientation of a photo that is rotated further, by quarter turns clockwise. */
export function rotateOrientation(orientation: Orientation, quarterTurns: number): Orientation {
  const turns = ROTATED.includes(orientation) ? ROTATED : MIRRORED;
  return turns[(turns.indexOf(orientation) + quarterTurns) & 3] ?? orientation;
}

export interface PhotoHeader {
  type: PhotoType;
  /** Size of the upright photo: `orientation` is already applied. */
  width: number;
  height: number;
  /** The transformation that makes the stored pixels upright. */
  orientation: Orientation;
}

/** The header that the reader of a format returns: with the size of the stored pixels. */
export type StoredHeader = PhotoHeader;

export type HeaderErrorReason = 'not_an_image' | 'unsupported_type' | 'truncated' | 'malformed';

/** Thrown by the reader of a format. `readPhotoHeader` catches it and returns a result. */
export class HeaderError extends Error {
  readonly reason: HeaderErrorReason;

  /** @param predicate Continues the sentence "This JPEG …". */
  constructor(reason: HeaderErrorReason, predicate: string) {
    super(predicate);
    this.reason = reason;
  }
}
