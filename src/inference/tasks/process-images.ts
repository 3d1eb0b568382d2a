import type { ImageOutput } from '../../analysis/results/task-results.ts';
import type { AnalysisImage, AnalysisRequest } from '../../domain/task/analyzer.ts';
import { KerbsideError } from '../../errors.ts';
import type { QueuedImage } from '../../photo/decode-ahead.ts';
import { isLargePhoto } from '../../photo/decoded-photo.ts';

/** The outputs of the models for one photo. */
export interface ModelRun<T> {
  output: T;
  /** The engine that ran them, in the form of `createdBy`. */
  engine: string;
}

/**
 * Runs models on the images, `atOnce` of them at the same time. One by one, the memory of a photo is freed before the
 * next but one is decoded. If an engine fails in between, the result names every engine that ran.
 *
 * @returns The outputs in the order of the images.
 * @throws the first error. The images that were not started yet are left out.
 */
export async function processImages<T>(
  { images, signal, onProgress }: Pick<AnalysisRequest, 'images' | 'signal' | 'onProgress'>,
  atOnce: number,
  runModels: (queued: QueuedImage<AnalysisImage>) => Promise<ModelRun<T>>,
): Promise<{ images: ImageOutput<T>[]; engine: string }> {
  const outputs: ImageOutput<T>[] = [];
  const engines = new Set<string>();
  let done = 0;
  const queue = numberItems(queueImages(images));
  onProgress(0, images.length);
  const work = async () => {
    // All workers take from one queue. An error closes it for all of them.
    for (const [index, queued] of queue) {
      signal.throwIfAborted();
      const { image } = queued;
      const { output, engine } = await runModels(atOnce > 1 ? { image } : queued).catch((error: unknown) => {
        throw addPhotoName(error, image);
      });
      engines.add(engine);
      outputs[index] = toImageOutput(image, output);
      done += 1;
      onProgress(done, images.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, images.length)) }, work));
  return { images: outputs, engine: [...engines].join(' and ') };
}

function* numberItems<Item>(items: Iterable<Item>): Generator<[number, Item]> {
  let index = 0;
  for (const item of items) {
    yield [index, item];
    index += 1;
  }
}

/** Leaves out the function that reads the photo: it cannot be posted to a worker. */
export function toImageOutput<T>({ photo: _photo, ...image }: AnalysisImage, output: T): ImageOutput<T> {
  return { image, output };
}

/** Adds the photo's name to the message: an error of one photo becomes the error of the whole task. */
function addPhotoName(error: unknown, { id, name }: AnalysisImage): unknown {
  if (!(error instanceof KerbsideError) || !error.code.startsWith('photo_')) return error;
  const { code, message, details, retryable } = error;
  return new KerbsideError(code, `${name || id}: ${message}`, {
    details: { ...details, imageId: id },
    retryable,
    cause: error,
  });
}

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
