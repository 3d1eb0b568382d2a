import type { AnalysisResult, Coverage } from '../../domain/analysis-result.ts';
import type { ImageFacts } from '../../domain/analyzer.ts';
import type { WheelSight } from '../../inference/tasks/detect-wheels.ts';
import type { DamageModels } from '../../inference/tasks/task-models.ts';
import { aboveTypeThresholds, type Detection, onlyDamages } from '../detection/detections.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import { imageCoverage } from '../parts/image-coverage.ts';
import { imageViewpoint } from '../parts/image-viewpoint.ts';
import { damagesFrom } from './damage-results.ts';
import { wheelSaid } from './photo-hints.ts';
import { type ImageText, textFindings } from './text-results.ts';
import { type WheelImage, wheelFindings } from './wheel-results.ts';

/** What models saw on the images of a task: plain data, which can cross to a worker. */
export type Seen =
  | { by: 'damage models'; models: DamageModels; threshold: number; images: SeenImage<Detection[][]>[] }
  | { by: 'wheel models'; images: SeenImage<WheelSight>[] }
  | { by: 'text models'; images: SeenImage<ImageText>[] };

export interface SeenImage<T> {
  image: ImageFacts;
  value: T;
}

export type Conclusion = Omit<AnalysisResult, 'createdBy' | 'partsCreatedBy'>;

/** A damage of a wheel that is less likely than not is none. */
const LIKELY = 0.5;

/**
 * From what was seen on single images to what is said of the vehicle. It runs where the models run: none of it has to
 * be in an app's first load.
 */
export function conclude(seen: Seen): Conclusion {
  switch (seen.by) {
    case 'damage models':
      return damages(seen);
    case 'wheel models':
      return wheelFindings(seen.images.map(wheelImage), LIKELY);
    case 'text models':
      return textFindings(seen.images.map(({ image, value }) => ({ imageId: image.id, text: value })));
  }
}

/** How an image shows the vehicle, by what the part model found on it. */
export function concludeCoverage({ image, value }: SeenImage<Detection[]>, parts: DetectorEntry): Coverage {
  return imageCoverage(image, aboveTypeThresholds(value, parts));
}

function damages({
  models: { damage, parts },
  threshold,
  images,
}: Extract<Seen, { by: 'damage models' }>): Conclusion {
  // One network for both answers once.
  const found = images.map(({ image, value: [seen = [], onParts = seen] }) => ({
    image,
    detections: onlyDamages(seen, damage).filter(({ confidence }) => confidence >= threshold),
    parts: parts ? aboveTypeThresholds(onParts, parts) : [],
  }));
  const coverages = found.map((one) => ({ imageId: one.image.id, ...imageCoverage(one.image, one.parts) }));
  return { ...damagesFrom(found), ...(parts && { coverages }) };
}

function wheelImage({ image, value }: SeenImage<WheelSight>): WheelImage {
  const { id, imageWidth, imageHeight } = image;
  const wheelName = wheelSaid(image);
  const viewpoint = imageViewpoint(image, value.parts);
  return {
    id,
    imageWidth,
    imageHeight,
    wheels: value.wheels,
    ...(wheelName && { wheelName }),
    ...(viewpoint && { viewpoint }),
  };
}
