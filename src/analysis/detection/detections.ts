import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import type { ScoredDetection } from './scored-detections.ts';

/** A box with type, confidence and mask, in pixels of the upright photo. */
export interface Detection {
  type: string;
  /** Calibrated, 0 to 1. */
  confidence: number;
  box: Box;
  /** The mask at the finest scale. If the scales differ, it may exceed the box slightly. */
  polygons: Point[][];
}

/** Returns, for each type, the score of this confidence. */
export function toScoreThresholds({ types }: Pick<DetectorEntry, 'types'>, threshold: number): number[] {
  return types.map(({ calibration }) => toRawScore(threshold, calibration));
}

/** Returns the detections with a confidence of at least `threshold`, best first. */
export function calibrateDetections(
  scored: readonly ScoredDetection[],
  model: Pick<DetectorEntry, 'types'>,
  threshold: number,
): Detection[] {
  const thresholds = toScoreThresholds(model, threshold);
  const detections = scored.flatMap(({ type: index, score, box, polygons }) => {
    const type = model.types[index];
    if (!type || score < (thresholds[index] ?? 1)) return [];
    return [{ type: type.name, confidence: calibrate(score, type.calibration), box, polygons }];
  });
  return detections.sort((a, b) => b.confidence - a.confidence);
}

/** Returns the detections of damage types: no wheels, no parts, nothing that only resembles damage. */
export function filterDamages(
  detections: readonly Detection[],
  model: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const damages = new Set(model.types.filter(({ role }) => role === 'damage').map(({ name }) => name));
  return detections.filter(({ type }) => damages.has(type));
}

/** Returns the lowest `bestThreshold` of the model's types. */
export function lowestThreshold({ types }: Pick<DetectorEntry, 'types'>): number {
  return Math.min(...types.map(({ bestThreshold }) => bestThreshold));
}

/** Returns the detections that reach the `bestThreshold` of their type: for parts and wheels, which have no option. */
export function filterByTypeThreshold(
  detections: readonly Detection[],
  { types }: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const thresholds = new Map(types.map(({ name, bestThreshold }) => [name, bestThreshold]));
  return detections.filter(({ type, confidence }) => confidence >= (thresholds.get(type) ?? 1));
}

/**
 * Maps a type's raw score to a confidence: a line on the logit (Platt scaling), fitted on photos that the model was
 * not trained on. About 3 in 10 detections with a confidence of 0.3 are correct.
 */
export interface Calibration {
  slope: number;
  offset: number;
}

/** Returns the confidence of a raw score. Slopes are positive, so the order of detections within a type is kept. */
export function calibrate(score: number, { slope, offset }: Calibration): number {
  const logit = Math.log(score / (1 - score));
  return 1 / (1 + Math.exp(-(slope * logit + offset)));
}

/** Returns the raw score that `calibrate` maps to this confidence: the score threshold when heads are decoded. */
export function toRawScore(confidence: number, { slope, offset }: Calibration): number {
  const logit = (Math.log(confidence / (1 - confidence)) - offset) / slope;
  return 1 / (1 + Math.exp(-logit));
}
