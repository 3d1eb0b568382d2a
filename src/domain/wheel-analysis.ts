import type { CreatedBy } from './damage.ts';
import type { HubcapOverRim, RimMaterial, WheelAspect, WheelCondition, WheelName } from './enums.ts';
import type { BoundingBox } from './view.ts';

export interface Predicted<Label> {
  prediction: Label;
  confidence: number;
}

/** What is known about one wheel on one image. */
export interface WheelAnalysis {
  id: string;
  wheelName?: WheelName;
  imageId: string;
  /** Where it is on that image. A service may leave it out. */
  boundingBox?: BoundingBox;
  rimCondition: Predicted<WheelCondition>;
  rimMaterial: Predicted<RimMaterial>;
  rimVisualAspect: Predicted<WheelAspect>;
  hubcapOverRim: Predicted<HubcapOverRim>;
  hubcapCondition: Predicted<WheelCondition>;
  hubcapVisualAspect: Predicted<WheelAspect>;
  createdBy: CreatedBy;
}
