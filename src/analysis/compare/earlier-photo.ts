import type { Image } from '../../domain/records/image.ts';
import { areNeighbours } from '../../domain/sights/viewpoints.ts';
import { getPhotoViewpoint, getSightId } from './photo-viewpoint.ts';

/**
 * Returns the photo of an earlier inspection that shows the same as this photo: one of the same sight, unless the
 * viewpoints are known to differ, or else one of the vehicle from the same viewpoint. If there are several, returns the
 * latest.
 */
export function findEarlierPhoto(image: Image, earlier: readonly Image[]): Image | undefined {
  const [sight, viewpoint] = [getSightId(image), getPhotoViewpoint(image)];
  const hasSameSight = (other: Image) => {
    const otherViewpoint = getPhotoViewpoint(other);
    const areViewpointsCompatible = otherViewpoint === viewpoint || !otherViewpoint || !viewpoint;
    return sight === getSightId(other) && areViewpointsCompatible;
  };
  const hasSameViewpoint = (other: Image) =>
    getPhotoViewpoint(other) === viewpoint && ![other, image].some(isCloseUp);
  return (
    (sight === undefined ? undefined : earlier.findLast(hasSameSight)) ??
    (viewpoint === undefined ? undefined : earlier.findLast(hasSameViewpoint))
  );
}

/**
 * Returns whether an earlier inspection certainly has no photo of this photo's side: the viewpoints of all its photos
 * are known, and none is equal or adjacent to this photo's.
 */
export function isSideMissing(image: Image, earlier: readonly Image[]): boolean {
  const viewpoint = getPhotoViewpoint(image);
  return (
    viewpoint !== undefined &&
    earlier.map(getPhotoViewpoint).every((other) => other && !areNeighbours(other, viewpoint))
  );
}

function isCloseUp({ imageType }: Image): boolean {
  return imageType === 'close_up';
}
