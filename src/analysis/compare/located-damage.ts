import type { Viewpoint } from '../../domain/enums.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { Image } from '../../domain/records/image.ts';
import type { Box } from '../geometry/box.ts';
import { getPhotoViewpoint } from './photo-viewpoint.ts';

/**
 * The records of an inspection that are compared. The entities of `inspections.getOne` contain them. Without the inspection
 * and its tasks, its damage counts as known.
 */
export type ComparableInspection = Pick<Entities, 'damages' | 'views' | 'images'> &
  Partial<Pick<Entities, 'inspections' | 'tasks'>>;

/** Where a photo shows a damage. */
export interface Location {
  image: Image;
  viewpoint: Viewpoint | undefined;
  /** In fractions of the photo's longer side. */
  box: Box;
}

/** A damage and the photos that show it. */
export interface LocatedDamage {
  id: string;
  damage: Damage;
  locations: Location[];
}

/** Returns the damages of an inspection that are not deleted. */
export function locateDamages({ damages, views, images }: ComparableInspection): LocatedDamage[] {
  const currentViews = Object.values(views).filter(({ deletedAt }) => deletedAt === undefined);
  return Object.values(damages)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((damage) => ({
      id: damage.id,
      damage,
      locations: currentViews
        .filter(({ damageId }) => damageId === damage.id)
        .flatMap(({ imageId, boundingBox: { xmin, ymin, width, height } }): Location[] => {
          const image = images[imageId];
          if (!image) return [];
          const side = Math.max(image.imageWidth, image.imageHeight);
          const box = {
            x0: xmin / side,
            y0: ymin / side,
            x1: (xmin + width) / side,
            y1: (ymin + height) / side,
          };
          return [{ image, viewpoint: getPhotoViewpoint(image), box }];
        }),
    }));
}
