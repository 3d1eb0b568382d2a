import type { PartType } from '../enums.ts';
import type { Damage } from '../records/damage.ts';
import type { DetectionLimit } from '../records/detection-limit.ts';
import type { Document } from '../records/document.ts';
import type { PartOperation, RepairEstimate } from '../records/repair-estimate.ts';
import type { SeverityResult } from '../records/severity.ts';
import type { View } from '../records/view.ts';
import type { WheelAnalysis } from '../records/wheel-analysis.ts';

/** Who detected, corrected and confirmed a damage. A request that creates a damage has no fields for it. */
export type DamageEvidence = Pick<
  Damage,
  'id' | 'partOrigin' | 'createdBy' | 'confidence' | 'correctedFrom' | 'confirmedAt'
>;

/** The model that outlined a damage. */
export type ViewEvidence = Pick<View, 'id' | 'createdBy' | 'confidence'>;

/** How large a damage must be to be found on a photo. */
export interface PhotoDetectionLimit extends DetectionLimit {
  imageId: string;
}

/** Where a model saw a damaged part. */
export interface PartView extends Pick<View, 'imageId' | 'boundingBox' | 'createdBy'> {
  partType: PartType;
}

/** The severity that a model or rules gave to a part, and the damages that it was based on. */
export interface PartSeverity extends Pick<SeverityResult, 'label' | 'createdBy'> {
  value: SeverityResult['value']['customSeverity'];
  damageIds: string[];
}

/** A severity that a user set. The service has it too; the estimate is based on this value. */
export interface UserSeverity {
  id: string;
  value: SeverityResult['value']['customSeverity'];
}

/**
 * Facts about an inspection that a device has and the API has no request for. They travel in the inspection's additional data,
 * so that a report made at the service says the same as the device's.
 */
export interface DeviceResults {
  /** Ids of the photos in the order of the device. The service numbers them as they arrive. */
  imageOrder: string[];
  /** Of the photos that a model has analyzed for damage. */
  detectionLimits: PhotoDetectionLimit[];
  damages: DamageEvidence[];
  views: ViewEvidence[];
  partViews: PartView[];
  severities: PartSeverity[];
  userSeverities: UserSeverity[];
  /** The estimate, and the repair of each part. */
  estimate?: { total: RepairEstimate; operations: { partType: PartType; operation: PartOperation }[] };
  wheelAnalysis: WheelAnalysis[];
  documents: Document[];
}
