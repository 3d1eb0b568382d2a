import type { Viewpoint } from '../enums.ts';
import type { Image } from '../records/image.ts';
import { getPhotoHints, isCloseUp } from '../sights/photo-hints.ts';
import { areNeighbours, findViewpoint, isConfidentViewpoint } from '../sights/viewpoints.ts';

/** A photo that shows less of the vehicle than this shows a part: the front of a small car is 1.5 m wide. */
const MIN_SIDE_CM = 140;

/**
 * Returns the side of the vehicle that a photo speaks for: the one that a person stated, else the one that the app asked for,
 * else the one that a model recognized.
 *
 * Returns undefined for close-ups, which speak for their part only, for photos of an unknown side, and for those on which a
 * model recognizes another side than the one that the app asked for.
 */
export function getPhotoSide(image: Image): Viewpoint | undefined {
  const { tasks, viewpoint } = image;
  const details = tasks.find(({ name }) => name === 'damage_detection')?.imageDetails;
  const hinted = { ...image, ...(details && { details }) };
  if (isCloseUp(hinted)) return undefined;
  const { centersOn = [], viewpointName, sight } = getPhotoHints(hinted);
  const [stated, ...others] = centersOn.flatMap((name) => findViewpoint(name) ?? []);
  if (stated) return others.length === 0 ? stated : undefined;
  const requested = findViewpoint(sight) ?? findViewpoint(viewpointName);
  const recognized = viewpoint && isConfidentViewpoint(viewpoint) ? viewpoint.prediction : undefined;
  if (requested) return recognized && !areNeighbours(requested, recognized) ? undefined : requested;
  return showsWholeWidth(image) ? recognized : undefined;
}

/** A model recognizes the left side on a photo of one door, too. */
function showsWholeWidth({ imageWidth, detectionLimit }: Image): boolean {
  const { pixelsPerCm } = detectionLimit?.scale ?? {};
  return pixelsPerCm === undefined || imageWidth / pixelsPerCm >= MIN_SIDE_CM;
}
