import * as v from 'valibot';
import type { WithoutUndefined } from '../check.ts';
import {
  CALLBACK_EVENTS,
  type CallbackEvent,
  DAMAGE_TYPES,
  PROGRESS_STATUS_UPDATES,
  type ProgressStatus,
  type ProgressStatusUpdate,
  TASK_NAMES,
  type TaskName,
} from '../enums.ts';
import { fraction, type JsonObject, json, jsonObject, list, object, text, url } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** The tasks of a new inspection: a key for every task that it will ever run, with its options or `{}`. */
export interface CreateTasksInput {
  /** Detects damages and the parts that they are on. */
  damage_detection?: DamageDetectionInput | undefined;
  /** Classifies rims and hubcaps. */
  wheel_analysis?: WheelAnalysisInput | undefined;
  /** Estimates the repair costs. On the device it needs the `estimator` option of `openKerbside`. */
  repair_estimate?: RepairEstimateInput | undefined;
  /** Reads VIN, plate, mileage and documents. */
  images_ocr?: TaskInput | undefined;
  /** Another spelling of `images_ocr`. Use one of the two. */
  image_ocr?: TaskInput | undefined;
}

/** Options of every task. */
export interface TaskInput {
  /**
   * `TODO` starts the task as soon as it has an image.
   *
   * @default 'NOT_STARTED'
   */
  status?: 'NOT_STARTED' | 'TODO' | undefined;
  /** HTTP requests that the remote service makes when the task ends. The device makes none. At most 16. */
  callbacks?: TaskCallback[] | undefined;
}

/** An HTTP request that the remote service makes when a task ends. */
export interface TaskCallback {
  /** http or https. */
  url: string;
  /** The request's headers. */
  headers: Record<string, string>;
  /** Sent in the request's body. */
  params?: JsonObject;
  /** When the request is made. */
  callbackEvent: CallbackEvent;
}

/** Options of the task `damage_detection`. */
export interface DamageDetectionInput extends TaskInput {
  /**
   * The least confidence of a damage, 0 to 1.
   *
   * @default 0.3
   */
  damageScoreThreshold?: number | undefined;
  /** Crops of parts. Only the remote service uses it. */
  generateSubimagesParts?: unknown;
  /** Crops of damages. Only the remote service uses it. */
  generateSubimagesDamages?: unknown;
  /** Images with drawn results. Only the remote service uses it. */
  generateVisualOutput?:
    | { generateParts?: boolean | undefined; generateDamages?: boolean | undefined }
    | undefined;
  /** The format of severities. Only the remote service uses it. */
  damageSeverity?: { outputFormat?: string | undefined } | undefined;
  /**
   * How confidences decide which damages are reported. `scoring.thresholds` is the least confidence by damage type, as in
   * `{ thresholds: { scratch: 0.5 } }`; for other types it is `damageScoreThreshold`. Other keys are your own: they are
   * stored and sent unchanged.
   */
  scoring?: JsonObject | undefined;
}

/** Options of the task `wheel_analysis`. */
export interface WheelAnalysisInput extends TaskInput {
  /**
   * Also analyzes photos without `imageDetails.wheelName`: those of the whole vehicle.
   *
   * @default true
   */
  useLongshots?: boolean | undefined;
}

/** Options of the task `repair_estimate`. */
export interface RepairEstimateInput extends TaskInput {
  /** Only the remote service uses it. */
  usePricingMatrix?: unknown;
}

/** Checked {@link CreateTasksInput}, with `image_ocr` as `images_ocr`. */
export type CreateTasks = Omit<WithoutUndefined<CreateTasksInput>, 'image_ocr'>;

/** Input of `tasks.updateOne`. */
export interface UpdateTask {
  /**
   * `TODO` starts the task, or restarts one that failed. `DONE` marks it as done elsewhere. `VALIDATED` confirms its
   * results. `NOT_STARTED` changes only the arguments.
   */
  status: ProgressStatusUpdate;
  /** Arguments for the remote service. Only for a task that has not started. */
  arguments?: JsonObject;
}

type TaskOptions = Omit<
  WithoutUndefined<DamageDetectionInput & WheelAnalysisInput & RepairEstimateInput>,
  'status'
>;

/** The states of the second analysis of a task, by the large model. */
export const REANALYSIS_STATES = ['pending', 'done'] as const;
export type Reanalysis = (typeof REANALYSIS_STATES)[number];

/** Who can have the final results of a task. */
export const RESULT_AUTHORITIES = ['device', 'service'] as const;
export type ResultAuthority = (typeof RESULT_AUTHORITIES)[number];

/** One run of a model on the images of an inspection. */
export interface Task extends TaskOptions {
  /** The task's id. */
  id: string;
  /** Which model runs. */
  name: TaskName;
  /** The inspection's id. */
  inspectionId: string;
  /** Its state. */
  status: ProgressStatus;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. When its status first left NOT_STARTED. */
  startedAt?: string;
  /** ISO 8601. */
  doneAt?: string;
  /** Whether every assessed photo was compliant when the task started to run. Absent if none was assessed. */
  confidencePreExecution?: boolean;
  /** DONE if `confidencePreExecution` is known. */
  confidencePreExecutionStatus: ProgressStatus;
  /**
   * Whether the results are reliable: the mean of their calibrated confidences is at least 0.8. If nothing was detected,
   * it is `confidencePreExecution`.
   */
  confidencePostExecution?: boolean;
  /**
   * Whether this device analyzes the photos again with the large damage model. `pending`: damages may still change. Absent if
   * it does not.
   */
  reanalysis?: Reanalysis;
  /**
   * Whose results of this task are final, if the device ran it with `sync`. `device`: its results were sent, and the service
   * does not run the task. `service`: the service's results replace them when they arrive.
   */
  authority?: ResultAuthority;
  /** The images that it runs on. */
  images: TaskImage[];
  /** Arguments for the remote service. */
  arguments?: JsonObject;
  /** Why it failed. Only while its status is ERROR or ABORTED. */
  errorMessages?: TaskError[];
  /** True if it was created with the status TODO: it starts as soon as it has an image. */
  startsWithFirstImage?: true;
}

/** Why a task failed. */
export interface TaskError {
  /** The error's id. */
  id: string;
  /** The failure, and its remedy. */
  message: string;
  /** ISO 8601. */
  createdAt: string;
  /** One of `ERROR_CODES` if the task failed on the device. Another code if it failed at the remote service. */
  errorCode?: string;
  /** Identifies the failure in the remote service's logs. */
  traceId?: string;
}

/** An image of a task. */
export interface TaskImage {
  /** The image's id. */
  imageId: string;
  /** The `imageDetails` that the image was added with. */
  details?: JsonObject;
}

/** The service uses two spellings of the OCR task. Both are accepted, `images_ocr` is stored. */
export const taskNameSchema = v.pipe(
  v.picklist([...TASK_NAMES, 'image_ocr']),
  v.transform((name): TaskName => (name === 'image_ocr' ? 'images_ocr' : name)),
);

export const callbackSchema = object({
  url: v.pipe(
    url,
    v.check((value) => /^http/i.test(value), 'an http or https URL'),
  ),
  headers: v.record(v.string(), text(LIMITS.longText)),
  params: v.optional(jsonObject),
  callbackEvent: v.picklist(CALLBACK_EVENTS),
});

const anyTask = {
  status: v.optional(v.picklist(['NOT_STARTED', 'TODO'])),
  callbacks: v.optional(list(callbackSchema, LIMITS.callbacksPerTask, 'callbacks')),
};

const thresholds = v.optional(v.record(v.picklist(DAMAGE_TYPES), fraction));

export const scoringSchema = v.pipe(
  jsonObject,
  v.check((scoring) => v.is(thresholds, scoring.thresholds), 'thresholds from 0 to 1, by damage type'),
);

export const damageDetectionSchema = object({
  ...anyTask,
  damageScoreThreshold: v.optional(fraction),
  generateSubimagesParts: v.optional(json),
  generateSubimagesDamages: v.optional(json),
  generateVisualOutput: v.optional(
    object({ generateParts: v.optional(v.boolean()), generateDamages: v.optional(v.boolean()) }),
  ),
  damageSeverity: v.optional(object({ outputFormat: v.optional(text()) })),
  scoring: v.optional(scoringSchema),
});
export const wheelAnalysisTaskSchema = object({ ...anyTask, useLongshots: v.optional(v.boolean()) });
export const repairEstimateTaskSchema = object({ ...anyTask, usePricingMatrix: v.optional(json) });
const imagesOcr = object(anyTask);

export const createTasksSchema = v.pipe(
  object({
    damage_detection: v.optional(damageDetectionSchema),
    wheel_analysis: v.optional(wheelAnalysisTaskSchema),
    repair_estimate: v.optional(repairEstimateTaskSchema),
    images_ocr: v.optional(imagesOcr),
    image_ocr: v.optional(imagesOcr),
  }),
  v.check((tasks) => !(tasks.images_ocr && tasks.image_ocr), 'images_ocr or image_ocr, not both'),
  v.transform(({ image_ocr, ...tasks }) => (image_ocr ? { ...tasks, images_ocr: image_ocr } : tasks)),
);

export const updateTaskSchema = object({
  status: v.picklist(PROGRESS_STATUS_UPDATES),
  arguments: v.optional(jsonObject),
});
