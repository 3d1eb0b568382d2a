import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import {
  ACQUISITION_STRATEGIES,
  CENTERS_ON,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  OCR_IMAGE_TYPES,
  PROGRESS_STATUSES,
  type ProgressStatus,
  VIEWPOINTS,
  WHEEL_NAMES,
} from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { CreateImage, Image } from '../domain/image.ts';
import { taskName } from '../domain/task.ts';
import { answerToWire, isObject, requestFromWire, requestToWire } from './case.ts';
import { decoded, maybe, oneOf, or, orId, split, time } from './read-response.ts';
import { isForeignTask } from './task.ts';
import { wireView } from './view.ts';

/** The part of a multipart upload that holds the photo, and what the body says about it. */
export const PHOTO_PART = 'image';
/** The part of every multipart upload that holds the body. */
export const JSON_PART = 'json';

export const uploadedPhoto = { strategy: 'upload_multipart_form_keys', fileKey: PHOTO_PART } as const;

export function toWireCreateImage(input: CreateImage): JsonObject {
  return requestToWire(input);
}

export function fromWireCreateImage(body: unknown): unknown {
  return requestFromWire(body);
}

/** A delete names the states its tasks may be in: by default it takes no picture from under a result. */
export function toWireDeleteImage(statuses: readonly ProgressStatus[] = ['NOT_STARTED']): JsonObject {
  return requestToWire({ authorizedTasksStatuses: statuses });
}

/** `views`: in full inside an inspection, their ids elsewhere. */
export function toWireImage(
  { inspection, views, ...image }: Image,
  inFull: (viewId: string) => JsonObject | string = (viewId) => viewId,
): JsonObject {
  return answerToWire({
    ...image,
    inspectionId: inspection.id,
    views: views.map(inFull),
    renderedOutputs: [],
  });
}

const anyObject = v.custom<JsonObject>(isObject, 'an object');
const text = maybe(v.string());

const imageDetails = v.object({
  wheelName: v.fallback(maybe(v.picklist(WHEEL_NAMES)), undefined),
  imageType: v.fallback(maybe(v.picklist(OCR_IMAGE_TYPES)), undefined),
  documentId: maybe(finite),
  locationDetails: text,
  viewpointName: text,
  viewpointDetails: v.optional(v.unknown()),
});
const imageTask = v.pipe(
  v.union([taskName, v.object({ name: taskName, imageDetails: maybe(imageDetails) })]),
  v.transform((task) => (typeof task === 'string' ? { name: task } : task)),
);
/** In the service's own spelling, as records keep it. */
const compliance = v.object({
  status: oneOf(PROGRESS_STATUSES, 'TODO'),
  is_compliant: or(v.nullable(v.boolean()), null),
  reasons: or(v.array(v.string()), []),
  details: v.fallback(maybe(v.record(v.string(), finite)), undefined),
  sight_id: text,
});
const damageArea = v.object({ id: v.string(), relevantElements: or(v.array(v.string()), []) });

export const wireImage = v.object({
  id,
  path: or(v.string(), ''),
  name: text,
  imageHeight: or(finite, 0),
  imageWidth: or(finite, 0),
  binarySize: or(finite, 0),
  mimetype: or(v.string(), 'image/jpeg'),
  /** Empty where the service does not keep it. */
  sha256: or(v.string(), ''),
  createdAt: time,
  rotateImageBeforeUpload: oneOf(IMAGE_ROTATIONS, 'NO_ROTATION'),
  imageType: oneOf(IMAGE_TYPES, 'unknown'),
  tasks: v.pipe(or(v.unknown(), []), v.transform(withoutForeignNames), v.array(imageTask)),
  compliances: or(
    v.object({ image_quality_assessment: maybe(compliance), coverage_360: maybe(compliance) }),
    {},
  ),
  views: or(v.array(orId(wireView)), []),
  acquisition: maybe(
    v.object({ strategy: maybe(v.picklist(ACQUISITION_STRATEGIES)), fileKey: text, url: text }),
  ),
  damageArea: maybe(v.union([finite, v.string(), damageArea])),
  additionalData: maybe(anyObject),
  detailedViewpoint: v.fallback(maybe(v.object({ centersOn: v.array(v.picklist(CENTERS_ON)) })), undefined),
  viewpoint: v.fallback(
    maybe(v.object({ prediction: v.picklist(VIEWPOINTS), confidence: or(finite, 0) })),
    undefined,
  ),
  deletedAt: text,
});
export type WireImage = Checked<typeof wireImage>;

export function fromWireImage({ name, views, ...image }: WireImage, inspectionId: string): Image {
  return { ...image, name: name ?? image.id, inspection: { id: inspectionId }, views: split(views).ids };
}

export function decodeImage(json: unknown, inspectionId: string): Image {
  return fromWireImage(decoded(wireImage, json, 'image'), inspectionId);
}

/** An image names its tasks, alone or with what it says to them. */
function withoutForeignNames(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks.filter((task) => !isForeignTask(isObject(task) ? task.name : task));
}
