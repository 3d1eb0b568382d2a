export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'image/avif';

/** As EXIF numbers them: 1 is upright, 5 to 8 are stored lying on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface PhotoHeader {
  type: PhotoType;
  /** Of the picture as a person sees it: upright, `orientation` already applied. */
  width: number;
  height: number;
  /** How the stored pixels must be turned to stand upright. */
  orientation: Orientation;
}

/** What a format's reader finds: the same fields, but with the size of the stored pixels. */
export type StoredHeader = PhotoHeader;

export type HeaderFaultReason = 'not_an_image' | 'unsupported_type' | 'truncated' | 'malformed';

/**
 * Ends a format's reader; `readPhotoHeader` turns it into a result, so it never reaches a caller.
 * `what` continues the sentence "This JPEG …".
 */
export class HeaderFault extends Error {
  readonly reason: HeaderFaultReason;

  constructor(reason: HeaderFaultReason, what: string) {
    super(what);
    this.reason = reason;
  }
}
