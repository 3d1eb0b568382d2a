import type { AnalysisImage } from '../../domain/analyzer.ts';

/** The image to process now, and the next one, which may be decoded ahead. */
export interface QueuedImage<Image = AnalysisImage> {
  image: Image;
  next?: Image | undefined;
}

/** In pixels. A phone has no memory for 3 photos larger than this while one of them is being decoded. */
const LARGE_PHOTO_PIXELS = 16_000_000;

/**
 * Yields the images one by one, each with the next one.
 *
 * A photo is read from the store 2 steps ahead, so that its bytes are there when it can be decoded ahead. At most 3
 * photos are in memory. A large photo is read only when its turn comes.
 */
export function* queueImages(images: readonly AnalysisImage[]): Generator<QueuedImage> {
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
  return imageWidth * imageHeight > LARGE_PHOTO_PIXELS;
}

/** Starts reading the photo, once. Returns a large image unchanged. */
function startReading(image: AnalysisImage): AnalysisImage {
  if (isLarge(image)) return image;
  const bytes = image.photo();
  bytes.catch(() => {}); // the error is thrown when the image is processed
  return { ...image, photo: () => bytes };
}
