import { alignPhotos } from '../../analysis/align/align-photos.ts';
import { FEATURE_SIDE, findFeatures } from '../../analysis/align/photo-features.ts';
import { toGray } from '../../analysis/quality/gray.ts';
import type { PhotoAligner } from '../../compare/photo-aligner.ts';
import { decodeUpright } from '../photo/decode-upright.ts';

/** Aligns photos in this process; sharp decodes them. */
export const nodePhotoAligner: PhotoAligner = {
  findFeatures: async (photo) => findFeatures(toGray(await decodeUpright(photo, FEATURE_SIDE))),
  alignPhotos: async (from, to) => alignPhotos(from, to),
};
