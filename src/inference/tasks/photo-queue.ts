import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import type { QueuedImage } from '../../photo/decode-ahead.ts';
import { isLargePhoto } from '../../photo/decoded-photo.ts';

/**
 * Yields the images one by one, each with the next one.
 *
 * A photo is read from the store 2 steps ahead, so that its bytes are there when it can be decoded ahead. At most 3
 * photos are in memory. A large photo is read only when its turn comes.
 */
export function* queueImages(images: readonly AnalysisImage[]): Generator<QueuedImage<AnalysisImage>> {
  const rest = images.values();
  const takeNext = () => {
    const { value } = rest.next();
    return value && startReading(value);
  };
  let [image, next] = [takeNext(), takeNext()];
  while (image) {
    const afterNext = takeNext();
    yield { image, next: next && isLarge(next) ? undefined : next };
    [image, next] = [next, afterNext];
  }
}

function isLarge({ imageWidth, imageHeight }: AnalysisImage): boolean {
  return isLargePhoto({ width: imageWidth, height: imageHeight });
}

/** Starts reading the photo, once. Returns a large image unchanged. */
function startReading(image: AnalysisImage): AnalysisImage {
  if (isLarge(image)) return image;
  const bytes = image.photo();
  bytes.catch(() => {}); // the error is thrown when the image is processed
  return { ...image, photo: () => bytes };
}
