import * as v from 'valibot';
import type { WithoutUndefined } from '../check.ts';
import {
  ACQUISITION_STRATEGIES,
  type AcquisitionStrategy,
  CENTERS_ON,
  type CentersOn,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  type ImageRotation,
  type ImageType,
  OCR_IMAGE_TYPES,
  type OcrImageType,
  type ProgressStatus,
  TASK_NAMES,
  type TaskName,
  type Viewpoint,
  WHEEL_NAMES,
  type WheelName,
} from '../enums.ts';
import {
  finite,
  type JsonObject,
  json,
  jsonObject,
  list,
  notNegative,
  object,
  text,
  url,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import type { DetectionLimit } from './detection-limit.ts';
import { taskNameSchema } from './task.ts';

/** Input of `images.addOne`, and of each image of `inspections.createOne`. */
export interface CreateImageInput {
  /** @default the image's id */
  name?: string | undefined;
  /** Where the photo comes from, if it is not passed to the call. */
  acquisition?: Acquisition | undefined;
  /**
   * The tasks that run on the image: names, or names with details. Each task at most once.
   *
   * @default []
   */
  tasks?: ImageTaskInput[] | undefined;
  /** The damage area that the photo shows: its id or the area. */
  damageArea?: number | string | DamageArea | undefined;
  /** Your own data. It is stored and sent unchanged. */
  additionalData?: JsonObject | undefined;
  /** The checks that the photo needs. */
  compliances?: CompliancesInput | undefined;
  /** @default 'unknown' */
  imageType?: ImageType | undefined;
  /** The content of the photo. Models use it to distinguish left from right. */
  detailedViewpoint?: DetailedViewpoint | undefined;
  /**
   * Rotates the photo before it is stored, analyzed and sent, in addition to the orientation in its file. Only for JPEG. No
   * pixel changes: the rotation is written into the file as its EXIF orientation.
   *
   * @default 'NO_ROTATION'
   */
  rotateImageBeforeUpload?: ImageRotation | undefined;
}

/** Where a photo comes from. */
export interface Acquisition {
  /** Whether the photo is downloaded or part of the request. */
  strategy?: AcquisitionStrategy;
  /** The photo's key in the `photos` option of `inspections.createOne`. */
  fileKey?: string;
  /** http, https or blob. The device downloads the photo before it stores the image. */
  url?: string;
}

/** A task of an image: its name, or its name with details. */
export type ImageTaskInput =
  | TaskName
  | 'image_ocr'
  | { name: TaskName | 'image_ocr'; imageDetails?: ImageDetails | undefined };

/** A task of an image, as stored. */
export interface ImageTask {
  /** Which task runs on the image. */
  name: TaskName;
  /** Details for the task. */
  imageDetails?: ImageDetails;
}

/** Details of an image for a task. Each task reads its own fields. */
export interface ImageDetails {
  /** `wheel_analysis`: the wheel that the photo shows. */
  wheelName?: WheelName;
  /** `images_ocr`: the text that the photo shows. */
  imageType?: OcrImageType;
  /** `images_ocr`: groups the photos of one document. */
  documentId?: number;
  /** `images_ocr`: where the text is. For a plate, the ISO 3166 code of its country or region (`BR`, `US-CA`). */
  locationDetails?: string;
  /** `damage_detection`: the side of the vehicle that the photo shows. */
  viewpointName?: string;
  /** `damage_detection`: JSON for the remote service. */
  viewpointDetails?: unknown;
}

/** An area of the vehicle that an accident affected. */
export interface DamageArea {
  /** Your name of the area. */
  id: string;
  /** The parts of the area, at most 100. */
  relevantElements: string[];
}

/** The checks that a photo needs. */
export interface CompliancesInput {
  /** Requests a quality assessment. `{}` for the default parameters. The device assesses every photo, requested or not. */
  imageQualityAssessment?: JsonObject | undefined;
  /** Requests a check that the photo shows the expected side. `sightId` names the photo of a guided capture. */
  coverage360?: { sightId?: string | undefined } | undefined;
}

/** The content of a photo. */
export interface DetailedViewpoint {
  /** Sides, places or parts in the center of the photo. */
  centersOn: CentersOn[];
}

/** Checked {@link CreateImageInput}, with `tasks` in one form. */
export interface CreateImage extends Omit<WithoutUndefined<CreateImageInput>, 'tasks'> {
  /** The tasks that run on the image. */
  tasks: ImageTask[];
}

/** The result of a check, with the keys of the service. */
export interface ComplianceResult {
  /** TODO until the check has a result. */
  status: ProgressStatus;
  /** Null until the check has a result, or if it failed. */
  is_compliant: boolean | null;
  /** Why the photo is not compliant: `CODE--text`, with a code of `COMPLIANCE_REASONS`. */
  reasons: string[];
  /** The measured values. */
  details?: Record<string, number>;
  /** The requested sight. Only for `coverage_360`. */
  sight_id?: string;
}

/** A photo of an inspection, without its bytes: `images.photo` returns them. */
export interface Image {
  /** The image's id. */
  id: string;
  /** The path of the photo in the API. */
  path: string;
  /** The given name, or the id. */
  name: string;
  /** In pixels of the upright image. */
  imageHeight: number;
  /** In pixels of the upright image. */
  imageWidth: number;
  /** The size of the file in bytes. */
  binarySize: number;
  /** Read from the file itself. */
  mimetype: string;
  /** Of the file, in lower-case hex. */
  sha256: string;
  /** ISO 8601. */
  createdAt: string;
  /** The rotation that was applied to the photo before it was stored. Size, hash and views are those of the rotated photo. */
  rotateImageBeforeUpload: ImageRotation;
  /** The kind of photo. */
  imageType: ImageType;
  /** The tasks that run on the image. */
  tasks: ImageTask[];
  /** The results of the checks. */
  compliances: { image_quality_assessment?: ComplianceResult; coverage_360?: ComplianceResult };
  /** The inspection that it belongs to. */
  inspection: { id: string };
  /** Ids of the views on the image. */
  views: string[];
  /** Where the photo came from. */
  acquisition?: Acquisition;
  /** The damage area that the photo shows. */
  damageArea?: number | string | DamageArea;
  /** Your own data. */
  additionalData?: JsonObject;
  /** The content of the photo, as given. */
  detailedViewpoint?: DetailedViewpoint;
  /** The side of the vehicle that a model recognized. */
  viewpoint?: { prediction: Viewpoint; confidence: number };
  /**
   * How large a damage must be to be found on the photo by the model that analyzed it. Absent: no model has analyzed it for
   * damage, or one of a version that did not record it.
   */
  detectionLimit?: DetectionLimit;
  /** ISO 8601. */
  deletedAt?: string;
}

export const damageAreaSchema = object({
  id: text(),
  relevantElements: list(text(), LIMITS.damageAreas, 'elements'),
});

export const acquisitionSchema = object({
  strategy: v.optional(v.picklist(ACQUISITION_STRATEGIES)),
  fileKey: v.optional(text()),
  url: v.optional(url),
});

export const imageDetailsSchema = object({
  wheelName: v.optional(v.picklist(WHEEL_NAMES)),
  imageType: v.optional(v.picklist(OCR_IMAGE_TYPES)),
  documentId: v.optional(notNegative),
  locationDetails: v.optional(text()),
  viewpointName: v.optional(text()),
  viewpointDetails: v.optional(json),
});

const imageTask = v.pipe(
  v.union([taskNameSchema, object({ name: taskNameSchema, imageDetails: v.optional(imageDetailsSchema) })]),
  v.transform((task) => (typeof task === 'string' ? { name: task } : task)),
);

const compliances = object({
  imageQualityAssessment: v.optional(jsonObject),
  coverage360: v.optional(object({ sightId: v.optional(text()) })),
});

export const createImageSchema = object({
  name: v.optional(text()),
  acquisition: v.optional(acquisitionSchema),
  tasks: v.optional(
    v.pipe(
      list(imageTask, TASK_NAMES.length, 'tasks'),
      v.check((tasks) => hasUniqueNames(tasks), 'each task named once'),
    ),
    [],
  ),
  damageArea: v.optional(v.union([finite, text(), damageAreaSchema])),
  additionalData: v.optional(jsonObject),
  compliances: v.optional(compliances),
  imageType: v.optional(v.picklist(IMAGE_TYPES)),
  detailedViewpoint: v.optional(
    object({ centersOn: list(v.picklist(CENTERS_ON), CENTERS_ON.length, 'places') }),
  ),
  rotateImageBeforeUpload: v.optional(v.picklist(IMAGE_ROTATIONS)),
});

function hasUniqueNames(tasks: { name: string }[]): boolean {
  return new Set(tasks.map((task) => task.name)).size === tasks.length;
}
