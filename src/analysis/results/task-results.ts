import type { AnalysisResult, Coverage } from '../../domain/task/analysis-result.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import { type Detection, filterByTypeThreshold, filterDamages } from '../detection/detections.ts';
import { createDetectionLimit } from '../detection-limit/create-detection-limit.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import { assessCoverage } from '../parts/coverage.ts';
import { findHintedWheel } from '../parts/hinted-parts.ts';
import { determineViewpoint } from '../parts/viewpoint.ts';
import { createDamageResults } from './damage-results.ts';
import { type DamageThresholds, thresholdOf } from './damage-thresholds.ts';
import { createTextResults, type ImageText } from './text-results.ts';
import { type AnalysedWheel, createWheelResults, type WheelImage } from './wheel-results.ts';

/** The detectors of `damage_detection`. */
export interface DamageModels {
  damage: DetectorEntry;
  /** May be the damage model itself, if it also detects parts. */
  parts?: DetectorEntry;
}

/** The wheels and parts of one photo, in its pixels. */
export interface PhotoWheels {
  wheels: AnalysedWheel[];
  /** Detections of the part model. Empty if there is none. */
  parts: Detection[];
}

/** The outputs of a task's models for its images: plain data that can be posted to a worker. */
export type TaskOutputs =
  | {
      kind: 'damage';
      models: DamageModels;
      thresholds: DamageThresholds;
      images: ImageOutput<Detection[][]>[];
    }
  | { kind: 'wheels'; images: ImageOutput<PhotoWheels>[] }
  | { kind: 'text'; images: ImageOutput<ImageText>[] };

export interface ImageOutput<T> {
  image: ImageMetadata;
  output: T;
}

/** An analysis result without the models' names. */
export type TaskResult = Omit<AnalysisResult, 'createdBy' | 'partsCreatedBy'>;

/** Wheel damages of lower confidence are not reported. */
const WHEEL_DAMAGE_THRESHOLD = 0.5;

/**
 * Creates the result of a task from the models' outputs for its images. Runs where the models run, so that an app does
 * not load this code at startup.
 */
export function createTaskResult(outputs: TaskOutputs): TaskResult {
  switch (outputs.kind) {
    case 'damage':
      return createDamageResult(outputs);
    case 'wheels':
      return createWheelResults(outputs.images.map(toWheelImage), WHEEL_DAMAGE_THRESHOLD);
    case 'text':
      return createTextResults(
        outputs.images.map(({ image, output }) => ({ imageId: image.id, text: output })),
      );
  }
}

/** Assesses how an image shows the vehicle, from the part model's detections on it. */
export function createCoverageResult(
  { image, output }: ImageOutput<Detection[]>,
  parts: DetectorEntry,
): Coverage {
  return assessCoverage(image, filterByTypeThreshold(output, parts));
}

function createDamageResult({
  models,
  thresholds,
  images,
}: Extract<TaskOutputs, { kind: 'damage' }>): TaskResult {
  const { damage, parts } = models;
  // If one model detects both damages and parts, there is one list of detections.
  const detections = images.map(({ image, output: [byDamageModel = [], byPartModel = byDamageModel] }) => ({
    image,
    damages: filterDamages(byDamageModel, damage).filter(
      ({ type, confidence }) => confidence >= thresholdOf(thresholds, type),
    ),
    parts: parts ? filterByTypeThreshold(byPartModel, parts) : [],
  }));
  const coverages = detections.map((one) => ({
    imageId: one.image.id,
    ...assessCoverage(one.image, one.parts),
  }));
  const detectionLimits = detections.map((one) => ({
    imageId: one.image.id,
    ...createDetectionLimit(damage, one.image, one.parts, (type) => thresholdOf(thresholds, type)),
  }));
  return { ...createDamageResults(detections), detectionLimits, ...(parts && { coverages }) };
}

function toWheelImage({ image, output }: ImageOutput<PhotoWheels>): WheelImage {
  const { id, imageWidth, imageHeight } = image;
  const wheelName = findHintedWheel(image);
  const viewpoint = determineViewpoint(image, output.parts);
  return {
    id,
    imageWidth,
    imageHeight,
    wheels: output.wheels,
    ...(wheelName && { wheelName }),
    ...(viewpoint && { viewpoint }),
  };
}
