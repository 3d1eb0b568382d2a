import type { AnalysisImage } from '../../domain/analyzer.ts';

/** An image whose turn it is, and the one that comes after it. */
export interface Turn<Image = AnalysisImage> {
  image: Image;
  next?: Image | undefined;
}

/** In pixels. Three photos larger than this, one of them being decoded, are more than a phone has room for. */
const LARGE = 16_000_000;

/**
 * The images one after the other. A photo is read from the store two turns before its own, so that it is there in time
 * to be decoded ahead; more than three are never held. A large one waits for its turn.
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
    yield { image, next: next && isLarge(next) ? undefined : next };
    [image, next] = [next, afterNext];
  }
}

function isLarge({ imageWidth, imageHeight }: AnalysisImage): boolean {
  return imageWidth * imageHeight > LARGE;
}

/** The image with its photo being read, once; a large one as it is. */
function reading(image: AnalysisImage): AnalysisImage {
  if (isLarge(image)) return image;
  const bytes = image.photo();
  bytes.catch(() => {}); // told when its turn has come
  return { ...image, photo: () => bytes };
}
