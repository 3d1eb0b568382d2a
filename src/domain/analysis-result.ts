import type { CreatedBy } from './damage.ts';
import type { DamageType, PartType } from './enums.ts';
import type { JsonObject } from './fields.ts';
import type { ComplianceResult, Image } from './image.ts';
import type { VehicleInput } from './vehicle.ts';
import type { BoundingBox, Polygon } from './view.ts';
import type { WheelAnalysis } from './wheel-analysis.ts';

export interface DetectedView {
  imageId: string;
  boundingBox: BoundingBox;
  polygons?: Polygon[];
  confidence?: number;
}

export interface DetectedDamage {
  damageType: DamageType;
  partType: PartType;
  confidence?: number;
  views: DetectedView[];
}

/** Where a part of the vehicle is seen. */
export interface DetectedPart {
  partType: PartType;
  views: DetectedView[];
}

/** What a task's run found, whoever ran it. Each list is empty or absent where the task has no such result. */
export interface AnalysisResult {
  createdBy: CreatedBy;
  damages?: DetectedDamage[];
  /** Of parts without a damage nothing is kept. */
  parts?: DetectedPart[];
  /** Who saw the parts, where that was another model. */
  partsCreatedBy?: CreatedBy;
  wheelAnalysis?: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  documents?: { type: string; imageId: string; content: JsonObject }[];
  /** Fields read from images: VIN, plate, mileage. What a person entered is never overwritten. */
  vehicle?: VehicleInput;
  /** How images show the vehicle, where a model could tell. */
  coverages?: (Coverage & { imageId: string })[];
}

/** Whether a photo shows the vehicle as expected, and from which side. */
export interface Coverage {
  compliance: ComplianceResult;
  /** Absent if it is unknown. */
  viewpoint?: NonNullable<Image['viewpoint']>;
}
