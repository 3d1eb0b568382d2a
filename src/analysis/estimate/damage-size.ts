import type { Image } from '../../domain/records/image.ts';
import type { View } from '../../domain/records/view.ts';
import { coveredArea } from '../geometry/polygon.ts';
import { PART_KINDS, type PartKind } from './part-kinds.ts';

export type MeasuredView = Pick<View, 'imageId' | 'damageId' | 'polygons' | 'boundingBox'>;
export type MeasuredImage = Pick<Image, 'id' | 'imageWidth' | 'imageHeight' | 'imageType'>;

/** The fraction of a close-up that the part fills. */
const CLOSE_UP_FRACTION = 0.6;

interface SizeInput {
  images: readonly MeasuredImage[];
  /** The views of the damage. */
  views: readonly MeasuredView[];
  /** The views of its part. May be empty. */
  partViews: readonly MeasuredView[];
  kind: PartKind;
}

/**
 * Returns the fraction of its part that a damage covers, 0 to 1, on the image where it is largest. If the image has no
 * view of the part, compares with the fraction of an image that a part of this kind usually fills.
 */
export function measureDamageSize({ images, views, partViews, kind }: SizeInput): number {
  const sizes = views.map((view) => {
    const partView = partViews.find((part) => part.imageId === view.imageId);
    const image = images.find(({ id }) => id === view.imageId);
    const partArea = partView ? viewArea(partView) : usualPartArea(image, kind);
    return partArea > 0 ? Math.min(1, viewArea(view) / partArea) : 0;
  });
  return Math.max(0, ...sizes);
}

function usualPartArea(image: MeasuredImage | undefined, kind: PartKind): number {
  if (!image) return 0;
  const fraction = image.imageType === 'close_up' ? CLOSE_UP_FRACTION : PART_KINDS[kind].photoShare;
  return image.imageWidth * image.imageHeight * fraction;
}

/**
 * Returns the area of the polygons, or of the box if there are none. Detections of one damage that were merged overlap.
 */
function viewArea({ polygons, boundingBox }: Pick<View, 'polygons' | 'boundingBox'>): number {
  const polygonArea = coveredArea(polygons);
  return polygonArea > 0 ? polygonArea : boundingBox.width * boundingBox.height;
}
