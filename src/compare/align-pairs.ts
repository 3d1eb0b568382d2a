import type { PhotoFeatures } from '../analysis/align/photo-features.ts';
import type { PhotoAlignment } from '../analysis/compare/photo-alignment.ts';
import type { PhotoPair } from '../analysis/compare/photo-pairs.ts';
import { isKerbsideError } from '../errors.ts';
import type { PhotoAligner } from './photo-aligner.ts';

/** Aligns pairs of photos. Each photo is read once; pairs with a photo that cannot be read or decoded are left out. */
export async function alignPairs(
  pairs: readonly PhotoPair[],
  readPhoto: (imageId: string) => Promise<ArrayBuffer>,
  aligner: PhotoAligner,
): Promise<PhotoAlignment[]> {
  const cache = new Map<string, Promise<PhotoFeatures | undefined>>();
  const getFeatures = (imageId: string) => {
    const features =
      cache.get(imageId) ??
      readPhoto(imageId)
        .then((photo) => aligner.findFeatures(photo))
        .catch(ignoreUnreadable);
    cache.set(imageId, features);
    return features;
  };
  const alignments: PhotoAlignment[] = [];
  for (const { before, after } of pairs) {
    const [from, to] = [await getFeatures(before.id), await getFeatures(after.id)];
    const alignment = from && to && (await aligner.alignPhotos(from, to));
    if (alignment) alignments.push({ beforeImageId: before.id, afterImageId: after.id, ...alignment });
  }
  return alignments;
}

function ignoreUnreadable(error: unknown): undefined {
  const isUnreadable = isKerbsideError(
    error,
    'photo_damaged',
    'photo_unavailable',
    'photo_invalid',
    'not_found',
  );
  if (!isUnreadable) throw error;
}
