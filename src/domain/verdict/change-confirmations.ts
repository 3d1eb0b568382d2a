import { KerbsideError } from '../../errors.ts';
import { invalidField } from '../check.ts';
import type { Entities } from '../records/entities.ts';
import type { Image } from '../records/image.ts';
import type { Inspection, InspectionConfirmation } from '../records/inspection.ts';
import {
  addConfirmation,
  type Confirmation,
  readConfirmations,
  removeConfirmations,
} from './confirmations.ts';
import { getPhotoSide } from './photo-side.ts';
import { listImages } from './vehicle-sides.ts';

/** Who confirms, and when. */
type Confirmer = Pick<Confirmation, 'confirmedBy' | 'confirmedAt'>;

/**
 * Returns what users confirmed after one more confirmation, or after one is taken back.
 *
 * @throws `not_found` if the image does not exist, `invalid_input` if the side has no photo, or if an undamaged vehicle has damages.
 */
export function changeConfirmations(
  inspection: Pick<Inspection, 'images' | 'damages' | 'additionalData'>,
  entities: Pick<Entities, 'images'>,
  input: InspectionConfirmation,
  confirmer: Confirmer,
): Confirmation[] {
  const { viewpoint, undamaged, isConfirmed } = input;
  const images = selectImages(inspection, entities, input);
  const confirmation: Confirmation = {
    ...(viewpoint && { viewpoint }),
    ...(undamaged && { undamaged }),
    photos: images.map(({ id: imageId, sha256 }) => ({ imageId, sha256 })),
    ...confirmer,
  };
  const confirmations = readConfirmations(inspection);
  if (!isConfirmed) return removeConfirmations(confirmations, confirmation);
  if (viewpoint && images.length === 0)
    throw invalidField('confirmation.viewpoint', 'a side that has a photo', viewpoint);
  if (undamaged && inspection.damages.length > 0)
    throw invalidField('confirmation.undamaged', 'a vehicle without damages', inspection.damages.length);
  return addConfirmation(confirmations, confirmation);
}

function selectImages(
  inspection: Pick<Inspection, 'images'>,
  entities: Pick<Entities, 'images'>,
  { viewpoint, imageId }: InspectionConfirmation,
): Image[] {
  const images = listImages(inspection, entities);
  if (viewpoint) return images.filter((image) => getPhotoSide(image) === viewpoint);
  if (imageId === undefined) return images;
  const image = images.find(({ id }) => id === imageId);
  if (image) return [image];
  throw new KerbsideError('not_found', `The image ${imageId} does not exist.`, {
    details: { what: 'image', id: imageId },
  });
}
