import type { CreatedBy } from './damage.ts';
import type { HubcapOverRim, RimMaterial, WheelAspect, WheelCondition, WheelName } from './enums.ts';

export interface Predicted<Label> {
  prediction: Label;
  confidence: number;
}

/** What is known about one wheel on one image. */
export interface WheelAnalysis {
  id: string;
  wheelName?: WheelName;
  imageId: string;
  rimCondition: Predicted<WheelCondition>;
  rimMaterial: Predicted<RimMaterial>;
  rimVisualAspect: Predicted<WheelAspect>;
  hubcapOverRim: Predicted<HubcapOverRim>;
  hubcapCondition: Predicted<WheelCondition>;
  hubcapVisualAspect: Predicted<WheelAspect>;
  createdBy: CreatedBy;
}
