import * as v from 'valibot';
import type { Checked } from './check.ts';
import {
  ACQUISITION_STRATEGIES,
  CENTERS_ON,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  type ImageRotation,
  type ImageType,
  OCR_IMAGE_TYPES,
  type ProgressStatus,
  TASK_NAMES,
  type Viewpoint,
  WHEEL_NAMES,
} from './enums.ts';
import { finite, type JsonObject, json, jsonObject, list, notNegative, object, text, url } from './fields.ts';
import { LIMITS } from './limits.ts';
import { taskName } from './task.ts';

export const damageArea = object({
  id: text(),
  relevantElements: list(text(), LIMITS.damageAreas, 'elements'),
});
export type DamageArea = Checked<typeof damageArea>;

export const acquisition = object({
  strategy: v.optional(v.picklist(ACQUISITION_STRATEGIES)),
  fileKey: v.optional(text()),
  url: v.optional(url),
});
export type Acquisition = Checked<typeof acquisition>;

/** What an image says to its task: the wheel it shows, the document it is, or where the camera stood. */
const imageDetails = object({
  wheelName: v.optional(v.picklist(WHEEL_NAMES)),
  imageType: v.optional(v.picklist(OCR_IMAGE_TYPES)),
  documentId: v.optional(notNegative),
  locationDetails: v.optional(text()),
  viewpointName: v.optional(text()),
  viewpointDetails: v.optional(json),
});
export type ImageDetails = Checked<typeof imageDetails>;

const imageTask = v.pipe(
  v.union([taskName, object({ name: taskName, imageDetails: v.optional(imageDetails) })]),
  v.transform((task) => (typeof task === 'string' ? { name: task } : task)),
);

const compliances = object({
  imageQualityAssessment: v.optional(jsonObject),
  coverage360: v.optional(object({ sightId: v.optional(text()) })),
});

export const createImage = object({
  name: v.optional(text()),
  acquisition: v.optional(acquisition),
  tasks: v.optional(
    v.pipe(
      list(imageTask, TASK_NAMES.length, 'tasks'),
      v.check((tasks) => namesEachTaskOnce(tasks), 'each task named once'),
    ),
    [],
  ),
  damageArea: v.optional(v.union([finite, text(), damageArea])),
  additionalData: v.optional(jsonObject),
  compliances: v.optional(compliances),
  imageType: v.optional(v.picklist(IMAGE_TYPES)),
  detailedViewpoint: v.optional(
    object({ centersOn: list(v.picklist(CENTERS_ON), CENTERS_ON.length, 'places') }),
  ),
  rotateImageBeforeUpload: v.optional(v.picklist(IMAGE_ROTATIONS)),
});
export type CreateImage = Checked<typeof createImage>;
export type CreateImageInput = v.InferInput<typeof createImage>;

/** One check's verdict in the form the service gives it, keys included. */
export interface ComplianceResult {
  status: ProgressStatus;
  is_compliant: boolean | null;
  /** `CODE--text`, the code from COMPLIANCE_REASONS. */
  reasons: string[];
  details?: Record<string, number>;
  sight_id?: string;
}

export interface Image {
  id: string;
  path: string;
  name: string;
  imageHeight: number;
  imageWidth: number;
  binarySize: number;
  mimetype: string;
  sha256: string;
  createdAt: string;
  rotateImageBeforeUpload: ImageRotation;
  imageType: ImageType;
  /** The tasks applied to this image, each with what the image says to it. */
  tasks: CreateImage['tasks'];
  compliances: { image_quality_assessment?: ComplianceResult; coverage_360?: ComplianceResult };
  inspection: { id: string };
  views: string[];
  acquisition?: Acquisition;
  damageArea?: number | string | DamageArea;
  additionalData?: JsonObject;
  detailedViewpoint?: CreateImage['detailedViewpoint'];
  viewpoint?: { prediction: Viewpoint; confidence: number };
  deletedAt?: string;
}

function namesEachTaskOnce(tasks: { name: string }[]): boolean {
  return new Set(tasks.map((task) => task.name)).size === tasks.length;
}
