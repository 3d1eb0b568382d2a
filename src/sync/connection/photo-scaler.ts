import type { Photo } from '../../domain/api/inspection-api.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { planScale } from '../upload/scale-plan.ts';
import { DEFAULT_UPLOAD_QUALITY, type UploadOptions } from '../upload/upload-options.ts';

/** A photo in the size to upload. */
export interface PreparedPhoto {
  blob: Blob;
  /** Pixels of the upload per pixel of the original. */
  scale: number;
}

export interface PhotoScalerDeps {
  options: UploadOptions;
  /** Returns the measured upload speed, or undefined if nothing was measured yet. */
  getBytesPerSecond(): number | undefined;
  /** If it is left out, photos are uploaded unchanged. */
  scalePhoto?: ScalePhoto | undefined;
}

/** Scales photos to the current speed of the link: smaller while it is slow, larger again when it has improved. */
export class PhotoScaler {
  readonly #deps: PhotoScalerDeps;
  #level = 0;

  constructor(deps: PhotoScalerDeps) {
    this.#deps = deps;
  }

  /** Returns the photo in the size to upload. The stored original does not change. */
  async prepare(photo: Photo, size: { width: number; height: number }): Promise<PreparedPhoto> {
    const { options, scalePhoto } = this.#deps;
    const original: PreparedPhoto = { blob: new Blob([photo.bytes], { type: photo.type }), scale: 1 };
    if (!scalePhoto) return original;
    const bytes = photo.bytes.byteLength;
    const bytesPerSecond = this.#deps.getBytesPerSecond();
    const { level, scaled } = planScale({ ...size, bytes }, bytesPerSecond, options, this.#level);
    this.#level = level;
    if (!scaled) return original;
    // If the photo cannot be decoded here, the original is sent: the service may be able to decode it.
    const blob = await scalePhoto(photo.bytes, scaled, options.quality ?? DEFAULT_UPLOAD_QUALITY).catch(
      () => undefined,
    );
    return blob && blob.size < bytes ? { blob, scale: scaled.scale } : original;
  }
}
