import type { Image } from '../../domain/image.ts';
import { areNeighbours } from '../results/merge-across-photos.ts';
import { sightOf, viewpointOf } from './photo-viewpoint.ts';

/**
 * Of an earlier inspection's photos the one that shows what this photo shows: of the same sight, unless they were seen
 * to be from different sides; else the vehicle from the same viewpoint. Of several the latest.
 */
export function counterpartOf(image: Image, earlier: readonly Image[]): Image | undefined {
  const [sight, viewpoint] = [sightOf(image), viewpointOf(image)];
  const sameSight = (one: Image) => {
    const from = viewpointOf(one);
    return sight === sightOf(one) && (from === viewpoint || !from || !viewpoint);
  };
  const sameSide = (one: Image) => viewpointOf(one) === viewpoint && ![one, image].some(isCloseUp);
  return (
    (sight === undefined ? undefined : earlier.findLast(sameSight)) ??
    (viewpoint === undefined ? undefined : earlier.findLast(sameSide))
  );
}

/**
 * Whether an earlier inspection is known to have no photo of the vehicle from this photo's side: neither from its
 * viewpoint nor from one beside it, and none of which nobody knows from where it was taken.
 */
export function isSideWithout(image: Image, earlier: readonly Image[]): boolean {
  const viewpoint = viewpointOf(image);
  return (
    viewpoint !== undefined &&
    earlier.map(viewpointOf).every((side) => side && !areNeighbours(side, viewpoint))
  );
}

function isCloseUp({ imageType }: Image): boolean {
  return imageType === 'close_up';
}
