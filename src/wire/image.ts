import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { entriesOf, type JsonObject } from '../domain/fields.ts';
import type { Image } from '../domain/records/image.ts';
import { imageSchema } from '../domain/records/record-schemas.ts';
import { decodeResponse, recordOrId, splitChildren } from './decode-response.ts';
import { isObject, responseToWire } from './key-case.ts';
import { fieldWithDefault, lenient, lenientEntries, optionalField } from './lenient.ts';
import { isUnknownTask } from './task.ts';
import { wireView } from './view.ts';

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

const { tasks, ...entries } = entriesOf(imageSchema);

export const wireImage = v.object({
  ...lenientEntries(entries),
  name: optionalField(v.string()),
  path: fieldWithDefault(v.string(), ''),
  tasks: v.pipe(fieldWithDefault(v.unknown(), []), v.transform(readTasks), lenient(tasks)),
  views: fieldWithDefault(v.array(recordOrId(wireView)), []),
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

/** A task is its name, or its name with details. Unknown ones are left out. */
function readTasks(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks
    .map((task) => (isObject(task) ? task : { name: task }))
    .filter(({ name }) => !isUnknownTask(name))
    .map(({ name, ...task }) => ({ ...task, name: name === 'image_ocr' ? 'images_ocr' : name }));
}
