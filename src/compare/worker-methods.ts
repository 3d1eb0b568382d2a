import { alignPhotos } from '../analysis/align/align-photos.ts';
import { FEATURE_SIDE, findFeatures } from '../analysis/align/photo-features.ts';
import { toGray } from '../analysis/quality/gray.ts';
import { decodePhoto } from '../photo/decode/decode-photo.ts';
import type { PhotoAligner } from './photo-aligner.ts';

/** The methods of a worker that aligns photos. */
export const alignMethods = {
  findFeatures: async (photo) => findFeatures(toGray(await decodePhoto(photo, FEATURE_SIDE))),
  alignPhotos: async (from, to) => alignPhotos(from, to),
} satisfies PhotoAligner;
