import type { Photo } from '../../domain/api.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import type { UploadPhoto } from '../sending/deliver.ts';
import { planScale, type UploadOptions } from './scale-plan.ts';

export interface PhotoUploadsDeps {
  options: UploadOptions;
  /** What the link carries now, as far as it was measured. */
  bytesPerSecond(): number | undefined;
  /** Absent where photos can not be scaled: then they go as they are. */
  scalePhoto?: ScalePhoto | undefined;
}

const DEFAULT_QUALITY = 0.85;

/** Makes photos ready for the link as it is: smaller while it is slow, and larger again when it has improved. */
export class PhotoUploads {
  readonly #deps: PhotoUploadsDeps;
  #rung = 0;

  constructor(deps: PhotoUploadsDeps) {
    this.#deps = deps;
  }

  /** The photo as it is to be uploaded; the original stays as it is stored. */
  async prepare(photo: Photo, size: { width: number; height: number }): Promise<UploadPhoto> {
    const { options, scalePhoto } = this.#deps;
    const original: UploadPhoto = { blob: new Blob([photo.bytes], { type: photo.type }), scale: 1 };
    if (!scalePhoto) return original;
    const bytes = photo.bytes.byteLength;
    const { rung, scaled } = planScale({ ...size, bytes }, this.#deps.bytesPerSecond(), options, this.#rung);
    this.#rung = rung;
    if (!scaled) return original;
    // A photo that can't be drawn here is the service's to decode: it goes as it is.
    const blob = await scalePhoto(photo.bytes, scaled, options.quality ?? DEFAULT_QUALITY).catch(
      () => undefined,
    );
    return blob && blob.size < bytes ? { blob, scale: scaled.scale } : original;
  }
}
