import type { DamageType, PartType } from '../enums.ts';
import type { JsonObject } from '../fields.ts';
import type { CreatedBy } from '../records/created-by.ts';
import type { PartOrigin } from '../records/damage.ts';
import type { DetectionLimit } from '../records/detection-limit.ts';
import type { ComplianceResult, Image } from '../records/image.ts';
import type { VehicleInput } from '../records/vehicle.ts';
import type { BoundingBox, Polygon } from '../records/view.ts';
import type { WheelAnalysis } from '../records/wheel-analysis.ts';

/** Where a damage or a part is on one image, in pixels of the upright image. */
export interface DetectedView {
  /** The image that shows it. */
  imageId: string;
  /** The rectangle around it. */
  boundingBox: BoundingBox;
  /** The outline. A detection can have several separate areas. */
  polygons?: Polygon[];
  /** 0 to 1. */
  confidence?: number;
}

/** A damage that an analyzer detected. */
export interface DetectedDamage {
  /** The kind of damage. */
  damageType: DamageType;
  /** `ignore` if the part is unknown. */
  partType: PartType;
  /** How the part became known. */
  partOrigin?: PartOrigin;
  /** 0 to 1. */
  confidence?: number;
  /** The images that show it. */
  views: DetectedView[];
}

/** A part of the vehicle that an analyzer detected. */
export interface DetectedPart {
  /** Which part it is. */
  partType: PartType;
  /** The images that show it. */
  views: DetectedView[];
}

/** The output of an analyzer for a task. Lists that the task does not produce are absent or empty. */
export interface AnalysisResult {
  /** Becomes the `createdBy` of all records that the result creates. */
  createdBy: CreatedBy;
  /** Present if `Analyzer.reanalyze` is expected to do better. The task is then analyzed again while the device is idle. */
  reanalysis?: 'pending';
  /** The detected damages. */
  damages?: DetectedDamage[];
  /** Parts without a damage are not recorded. */
  parts?: DetectedPart[];
  /**
   * The model that detected the parts, if it is another one.
   *
   * @default createdBy
   */
  partsCreatedBy?: CreatedBy;
  /** The analysed wheels. */
  wheelAnalysis?: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  /** The texts that were read, per image. */
  documents?: { type: string; imageId: string; content: JsonObject }[];
  /** Readings from images: VIN, plate, mileage. They never overwrite existing fields of the vehicle. */
  vehicle?: VehicleInput;
  /** Viewpoint and coverage per image. */
  coverages?: (Coverage & { imageId: string })[];
  /** How large a damage must be to be found, per image. */
  detectionLimits?: (DetectionLimit & { imageId: string })[];
}

/** Whether a photo shows the expected side of the vehicle, and which side it shows. */
export interface Coverage {
  /** The result of the check. */
  compliance: ComplianceResult;
  /** Absent if the side is unknown. */
  viewpoint?: NonNullable<Image['viewpoint']>;
}
