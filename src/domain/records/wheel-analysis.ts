import type { HubcapOverRim, RimMaterial, WheelAspect, WheelCondition, WheelName } from '../enums.ts';
import type { CreatedBy } from './created-by.ts';
import type { BoundingBox } from './view.ts';

/** A model's classification. */
export interface Predicted<Label> {
  /** The predicted label. */
  prediction: Label;
  /** 0 to 1. */
  confidence: number;
}

/** The result of the task `wheel_analysis` for one wheel on one image. */
export interface WheelAnalysis {
  /** The id of the result. */
  id: string;
  /** Absent if it is unknown which wheel the image shows. */
  wheelName?: WheelName;
  /** The image that shows the wheel. */
  imageId: string;
  /** Where the wheel is on the image. The remote service may leave it out. */
  boundingBox?: BoundingBox;
  /** Whether the rim is damaged. */
  rimCondition: Predicted<WheelCondition>;
  /** Steel or aluminium. */
  rimMaterial: Predicted<RimMaterial>;
  /** Whether the rim has two colors. */
  rimVisualAspect: Predicted<WheelAspect>;
  /** Whether a hubcap covers the rim. */
  hubcapOverRim: Predicted<HubcapOverRim>;
  /** Whether the hubcap is damaged. */
  hubcapCondition: Predicted<WheelCondition>;
  /** Whether the hubcap has two colors. */
  hubcapVisualAspect: Predicted<WheelAspect>;
  /** The model that created it. */
  createdBy: CreatedBy;
}

const UNKNOWN_PREDICTIONS: readonly string[] = ['UNKNOWN', 'NOT_APPLICABLE'];

/** Returns false for UNKNOWN and NOT_APPLICABLE. Their confidence has no meaning either. */
export function isKnownPrediction({ prediction }: { prediction: string }): boolean {
  return !UNKNOWN_PREDICTIONS.includes(prediction);
}

/**
 * Returns whether the confidence of a prediction is shown. That of NOT_DAMAGED is not: the model misses most kerb rash, and a
 * percentage would look like a measure of what it misses.
 */
export function showsConfidence(predicted: { prediction: string }): boolean {
  return isKnownPrediction(predicted) && predicted.prediction !== 'NOT_DAMAGED';
}

/** Returns false if nothing is known about the wheel: a distant wheel can be detected but not classified. */
export function hasWheelPrediction({ rimCondition, rimMaterial, hubcapCondition }: WheelAnalysis): boolean {
  return [rimCondition, rimMaterial, hubcapCondition].some(isKnownPrediction);
}
