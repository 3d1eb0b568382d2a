import * as v from 'valibot';
import type { Checked } from './check.ts';
import {
  CALLBACK_EVENTS,
  PROGRESS_STATUS_UPDATES,
  type ProgressStatus,
  TASK_NAMES,
  type TaskName,
} from './enums.ts';
import { fraction, type JsonObject, json, jsonObject, list, object, text, url } from './fields.ts';
import { LIMITS } from './limits.ts';

/** The service writes the OCR task in two ways; both are taken, `images_ocr` is kept. */
export const taskName = v.pipe(
  v.picklist([...TASK_NAMES, 'image_ocr']),
  v.transform((name): TaskName => (name === 'image_ocr' ? 'images_ocr' : name)),
);

const callback = object({
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
  callbacks: v.optional(list(callback, LIMITS.callbacksPerTask, 'callbacks')),
};

const damageDetection = object({
  ...anyTask,
  damageScoreThreshold: v.optional(fraction),
  generateSubimagesParts: v.optional(json),
  generateSubimagesDamages: v.optional(json),
  generateVisualOutput: v.optional(
    object({ generateParts: v.optional(v.boolean()), generateDamages: v.optional(v.boolean()) }),
  ),
  damageSeverity: v.optional(object({ outputFormat: v.optional(text()) })),
  scoring: v.optional(jsonObject),
});
const wheelAnalysis = object({ ...anyTask, useLongshots: v.optional(v.boolean()) });
const repairEstimate = object({ ...anyTask, usePricingMatrix: v.optional(json) });
const imagesOcr = object(anyTask);

/** The tasks of an inspection: a key for each task it will ever run. */
export const createTasks = v.pipe(
  object({
    damage_detection: v.optional(damageDetection),
    wheel_analysis: v.optional(wheelAnalysis),
    repair_estimate: v.optional(repairEstimate),
    images_ocr: v.optional(imagesOcr),
    image_ocr: v.optional(imagesOcr),
  }),
  v.check((tasks) => !(tasks.images_ocr && tasks.image_ocr), 'images_ocr or image_ocr, not both'),
  v.transform(({ image_ocr, ...tasks }) => (image_ocr ? { ...tasks, images_ocr: image_ocr } : tasks)),
);
export type CreateTasks = Checked<typeof createTasks>;

export const updateTask = object({
  status: v.picklist(PROGRESS_STATUS_UPDATES),
  arguments: v.optional(jsonObject),
});
export type UpdateTask = Checked<typeof updateTask>;

export interface TaskError {
  id: string;
  message: string;
  createdAt: string;
  errorCode?: string;
  traceId?: string;
}

type OptionsOf<Name extends keyof CreateTasks> = Omit<NonNullable<CreateTasks[Name]>, 'status'>;
export type TaskOptions = Partial<
  OptionsOf<'damage_detection'> &
    OptionsOf<'wheel_analysis'> &
    OptionsOf<'repair_estimate'> &
    OptionsOf<'images_ocr'>
>;

export interface Task extends TaskOptions {
  id: string;
  name: TaskName;
  inspectionId: string;
  status: ProgressStatus;
  createdAt: string;
  startedAt?: string;
  doneAt?: string;
  confidencePreExecution?: boolean;
  confidencePreExecutionStatus: ProgressStatus;
  confidencePostExecution?: boolean;
  images: TaskImage[];
  arguments?: JsonObject;
  errorMessages?: TaskError[];
  /** Created with status TODO: starts by itself as soon as it has an image. */
  startsWithFirstImage?: true;
}

export interface TaskImage {
  imageId: string;
  details?: JsonObject;
}
