import type { Alignment } from '../analysis/align/align-photos.ts';
import type { PhotoFeatures } from '../analysis/align/photo-features.ts';

/** Port: finds out where two photos show the same. In browsers it runs in a worker, in Node in the process itself. */
export interface PhotoAligner {
  /** @throws `photo_invalid` if the photo cannot be decoded here. */
  findFeatures(photo: ArrayBuffer): Promise<PhotoFeatures>;
  /** Returns undefined if the photos do not show the same. */
  alignPhotos(from: PhotoFeatures, to: PhotoFeatures): Promise<Alignment | undefined>;
}
