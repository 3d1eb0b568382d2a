import { compareInspections } from '../../analysis/compare/compare-inspections.ts';
import { findEarlierPhoto, isSideMissing } from '../../analysis/compare/earlier-photo.ts';
import { filterTrustedAlignments, type PhotoAlignment } from '../../analysis/compare/photo-alignment.ts';
import type { PhotoPair } from '../../analysis/compare/photo-pairs.ts';
import { reviewComparison } from '../../analysis/compare/review-comparison.ts';
import { readComparisonReview } from '../../domain/comparison-review.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { Image } from '../../domain/records/image.ts';
import type { Inspection } from '../../domain/records/inspection.ts';
import type { View } from '../../domain/records/view.ts';
import { type EarlierInspection, listImages, type ReportContext } from './report-context.ts';

/** Compares an inspection with its related one. Returns undefined if there is none, or if it is not earlier. */
export function compareWithEarlier(
  inspection: Inspection,
  entities: Entities,
  related: Entities | undefined,
  alignments: readonly PhotoAlignment[] = [],
): EarlierInspection | undefined {
  const { relatedInspectionId: inspectionId, createdAt } = inspection;
  if (inspectionId === undefined) return undefined;
  const [earlier] = Object.values(related?.inspections ?? {});
  if (!earlier || !related) return { inspectionId, photoPairs: [] };
  if (!(Date.parse(earlier.createdAt) < Date.parse(createdAt))) return undefined;
  const records = { inspection: earlier, entities: related, images: listImages(earlier, related) };
  const isEmpty = [related.images, related.damages].every((byId) => Object.keys(byId).length === 0);
  if (isEmpty) return { inspectionId, records, photoPairs: [] };
  const comparison = reviewComparison(
    compareInspections(related, entities, alignments),
    readComparisonReview(inspection),
  );
  const changed = comparison.filter(({ status }) => status !== 'same');
  const listOf = (key: 'before' | 'after') => changed.flatMap((one) => one[key] ?? []);
  const images = findImagesOf(
    listOf('after'),
    Object.values(entities.views),
    listImages(inspection, entities),
  );
  const trusted = filterTrustedAlignments(alignments, related, entities);
  const photoPairs = pairPhotos(images, records.images, trusted);
  // An earlier photo whose damage is gone is shown too, beside the photo of the same side now.
  const withGone = findImagesOf(listOf('before'), Object.values(related.views), records.images).filter(
    ({ id }) => !photoPairs.some(({ before }) => before.id === id),
  );
  const later = listImages(inspection, entities);
  return {
    inspectionId,
    records,
    comparison,
    photoPairs: [
      ...photoPairs,
      ...withGone.flatMap((before) => {
        const after = findCounterpart(before, later, trusted);
        return after ? [{ before, after }] : [];
      }),
    ],
  };
}

/**
 * The evidence of earlier photos for the place of a new damage. `shown`, the strongest: a photo of the same side.
 * `otherSides`: all photos show other sides. `unclear`: the viewpoint of a photo is unknown.
 */
export const EVIDENCE = ['shown', 'otherSides', 'unclear'] as const;
type Evidence = (typeof EVIDENCE)[number];

export function getEvidence(damage: Damage, { entities, images, earlier }: ReportContext): Evidence {
  const shownOn = findImagesOf([damage], Object.values(entities.views), images);
  if (shownOn.some(({ id }) => earlier?.photoPairs.some(({ after }) => after.id === id))) return 'shown';
  const earlierImages = earlier?.records?.images ?? [];
  const isMissing = shownOn.length > 0 && shownOn.every((image) => isSideMissing(image, earlierImages));
  return isMissing ? 'otherSides' : 'unclear';
}

function pairPhotos(
  images: readonly Image[],
  earlier: readonly Image[],
  alignments: readonly PhotoAlignment[],
): PhotoPair[] {
  return images.flatMap((after) => {
    const before = findCounterpart(after, earlier, alignments);
    return before ? [{ before, after }] : [];
  });
}

/**
 * Returns the photo of the other inspection that shows the same: an identical or aligned one if there is one, and of
 * several the one of the same sight or viewpoint.
 */
function findCounterpart(
  image: Image,
  others: readonly Image[],
  alignments: readonly PhotoAlignment[],
): Image | undefined {
  const aligned = others.filter(
    (other) =>
      other.sha256 === image.sha256 ||
      alignments.some(({ beforeImageId, afterImageId }) =>
        [beforeImageId, afterImageId].every((id) => id === image.id || id === other.id),
      ),
  );
  return findEarlierPhoto(image, aligned) ?? aligned.at(-1) ?? findEarlierPhoto(image, others);
}

function findImagesOf(damages: readonly Damage[], views: readonly View[], images: readonly Image[]): Image[] {
  const damageIds = new Set(damages.map(({ id }) => id));
  const imageIds = new Set(
    views.filter(({ damageId }) => damageIds.has(damageId)).map(({ imageId }) => imageId),
  );
  return images.filter(({ id }) => imageIds.has(id));
}
