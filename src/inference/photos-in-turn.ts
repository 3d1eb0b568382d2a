import type { AnalysisImage } from '../service/analyzer.ts';

/** An image whose turn it is, and the one that comes after it. */
export interface Turn<Image = AnalysisImage> {
  image: Image;
  next?: Image | undefined;
}

/**
 * The images one after the other. A photo is read from the store two turns before its own, so that it is there in time
 * to be decoded ahead; more than three are never held.
 */
export function* photosInTurn(images: readonly AnalysisImage[]): Generator<Turn> {
  const rest = images.values();
  const following = () => {
    const { value } = rest.next();
    return value && reading(value);
  };
  let [image, next] = [following(), following()];
  while (image) {
    const afterNext = following();
    yield { image, next };
    [image, next] = [next, afterNext];
  }
}

/** The image with its photo being read, once. */
function reading(image: AnalysisImage): AnalysisImage {
  const bytes = image.photo();
  bytes.catch(() => {}); // told when its turn has come
  return { ...image, photo: () => bytes };
}
