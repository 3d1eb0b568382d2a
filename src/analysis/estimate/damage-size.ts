import type { Image } from '../../domain/image.ts';
import type { View } from '../../domain/view.ts';
import { signedArea } from '../geometry/polygon.ts';
import type { PartKind } from './part-kinds.ts';
import { PART_KINDS } from './part-kinds.ts';

export type SeenView = Pick<View, 'imageId' | 'damageId' | 'polygons' | 'boundingBox'>;
export type SeenImage = Pick<Image, 'id' | 'imageWidth' | 'imageHeight' | 'imageType'>;

/** Of a close-up, the part fills most. */
const CLOSE_UP_SHARE = 0.6;

export interface SizeFacts {
  images: readonly SeenImage[];
  /** Of the damage. */
  views: readonly SeenView[];
  /** Of its part, where someone outlined it. */
  partViews: readonly SeenView[];
  kind: PartKind;
}

/**
 * The share of its part that a damage covers, where it is seen largest. Measured against the part's outline on the
 * same image, or else against the share of the image that such a part usually fills.
 */
export function damageSize({ images, views, partViews, kind }: SizeFacts): number {
  const sizes = views.map((view) => {
    const onPart = partViews.find((part) => part.imageId === view.imageId);
    const image = images.find(({ id }) => id === view.imageId);
    const whole = onPart ? viewArea(onPart) : usualArea(image, kind);
    return whole > 0 ? Math.min(1, viewArea(view) / whole) : 0;
  });
  return Math.max(0, ...sizes);
}

function usualArea(image: SeenImage | undefined, kind: PartKind): number {
  if (!image) return 0;
  const share = image.imageType === 'close_up' ? CLOSE_UP_SHARE : PART_KINDS[kind].photoShare;
  return image.imageWidth * image.imageHeight * share;
}

/** An outline's area, or the box's where there is no outline. */
export function viewArea({ polygons, boundingBox }: Pick<View, 'polygons' | 'boundingBox'>): number {
  const outlined = polygons.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0);
  return outlined > 0 ? outlined : boundingBox.width * boundingBox.height;
}
