import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import {
  ACQUISITION_STRATEGIES,
  CENTERS_ON,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  OCR_IMAGE_TYPES,
  PROGRESS_STATUSES,
  VIEWPOINTS,
  WHEEL_NAMES,
} from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { Image } from '../domain/image.ts';
import { taskNameSchema } from '../domain/task/task.ts';
import {
  decodeResponse,
  enumWithFallback,
  fieldWithDefault,
  optionalField,
  recordOrId,
  splitChildren,
  time,
} from './decode-response.ts';
import { isObject, requestFromWire, responseToWire } from './key-case.ts';
import { isUnknownTask } from './task.ts';
import { wireView } from './view.ts';

export function fromWireCreateImage(body: unknown): unknown {
  return requestFromWire(body);
}

/** @param viewToWire - Returns a view in full (inside an inspection) or its id. Default: its id. */
export function toWireImage(
  { inspection, views, ...image }: Image,
  viewToWire: (viewId: string) => JsonObject | string = (viewId) => viewId,
): JsonObject {
  return responseToWire({
    ...image,
    inspectionId: inspection.id,
    views: views.map(viewToWire),
    renderedOutputs: [],
  });
}

const anyObject = v.custom<JsonObject>(isObject, 'an object');
const text = optionalField(v.string());

const imageDetails = v.object({
  wheelName: v.fallback(optionalField(v.picklist(WHEEL_NAMES)), undefined),
  imageType: v.fallback(optionalField(v.picklist(OCR_IMAGE_TYPES)), undefined),
  documentId: optionalField(finite),
  locationDetails: text,
  viewpointName: text,
  viewpointDetails: v.optional(v.unknown()),
});
const imageTask = v.pipe(
  v.union([taskNameSchema, v.object({ name: taskNameSchema, imageDetails: optionalField(imageDetails) })]),
  v.transform((task) => (typeof task === 'string' ? { name: task } : task)),
);
/** Records keep the keys of the service. */
const compliance = v.object({
  status: enumWithFallback(PROGRESS_STATUSES, 'TODO'),
  is_compliant: fieldWithDefault(v.nullable(v.boolean()), null),
  reasons: fieldWithDefault(v.array(v.string()), []),
  details: v.fallback(optionalField(v.record(v.string(), finite)), undefined),
  sight_id: text,
});
const damageArea = v.object({ id: v.string(), relevantElements: fieldWithDefault(v.array(v.string()), []) });

export const wireImage = v.object({
  id,
  path: fieldWithDefault(v.string(), ''),
  name: text,
  imageHeight: fieldWithDefault(finite, 0),
  imageWidth: fieldWithDefault(finite, 0),
  binarySize: fieldWithDefault(finite, 0),
  mimetype: fieldWithDefault(v.string(), 'image/jpeg'),
  /** Empty if the service does not send it. */
  sha256: fieldWithDefault(v.string(), ''),
  createdAt: time,
  rotateImageBeforeUpload: enumWithFallback(IMAGE_ROTATIONS, 'NO_ROTATION'),
  imageType: enumWithFallback(IMAGE_TYPES, 'unknown'),
  tasks: v.pipe(fieldWithDefault(v.unknown(), []), v.transform(dropUnknownTaskNames), v.array(imageTask)),
  compliances: fieldWithDefault(
    v.object({
      image_quality_assessment: optionalField(compliance),
      coverage_360: optionalField(compliance),
    }),
    {},
  ),
  views: fieldWithDefault(v.array(recordOrId(wireView)), []),
  acquisition: optionalField(
    v.object({ strategy: optionalField(v.picklist(ACQUISITION_STRATEGIES)), fileKey: text, url: text }),
  ),
  damageArea: optionalField(v.union([finite, v.string(), damageArea])),
  additionalData: v.fallback(optionalField(anyObject), undefined),
  detailedViewpoint: v.fallback(
    optionalField(v.object({ centersOn: v.array(v.picklist(CENTERS_ON)) })),
    undefined,
  ),
  viewpoint: v.fallback(
    optionalField(v.object({ prediction: v.picklist(VIEWPOINTS), confidence: fieldWithDefault(finite, 0) })),
    undefined,
  ),
  deletedAt: text,
});
export type WireImage = Checked<typeof wireImage>;

export function fromWireImage({ name, views, ...image }: WireImage, inspectionId: string): Image {
  return {
    ...image,
    name: name ?? image.id,
    inspection: { id: inspectionId },
    views: splitChildren(views).ids,
  };
}

export function decodeImage(json: unknown, inspectionId: string): Image {
  return fromWireImage(decodeResponse(wireImage, json, 'image'), inspectionId);
}

function dropUnknownTaskNames(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks.filter((task) => !isUnknownTask(isObject(task) ? task.name : task));
}
