import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { entriesOf, id, type JsonObject } from '../domain/fields.ts';
import { viewSchema } from '../domain/records/record-schemas.ts';
import type { BoundingBox, Polygon, View } from '../domain/records/view.ts';
import { responseToWire } from './key-case.ts';
import { lenient, lenientEntries, optionalField } from './lenient.ts';

/** On the wire, a view has an element (a damage or a part) and a region of the image. */
export function toWireView({ imageId, damageId, polygons, boundingBox, ...view }: View): JsonObject {
  return responseToWire({
    ...view,
    elementId: damageId,
    imageRegion: { id: view.id, imageId, specification: { boundingBox, polygons } },
  });
}

const { imageId: _image, damageId, boundingBox, polygons, ...entries } = entriesOf(viewSchema);

export const wireView = v.object({
  ...lenientEntries(entries),
  elementId: damageId,
  imageRegion: v.object({
    imageId: optionalField(id),
    specification: v.object({
      ...lenientEntries({ polygons }),
      boundingBox: optionalField(lenient(boundingBox)),
    }),
  }),
});

/** Returns undefined if the service sent neither box nor polygons. */
export function fromWireView(
  { elementId, imageRegion, ...view }: Checked<typeof wireView>,
  imageId: string,
): View | undefined {
  const { polygons, boundingBox = toBoundingBox(polygons) } = imageRegion.specification;
  if (!boundingBox) return undefined;
  return { ...view, imageId: imageRegion.imageId ?? imageId, damageId: elementId, polygons, boundingBox };
}

function toBoundingBox(polygons: readonly Polygon[]): BoundingBox | undefined {
  const points = polygons.flat();
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [xmin, ymin] = [xs.reduce(min), ys.reduce(min)];
  return { xmin, ymin, width: xs.reduce(max) - xmin, height: ys.reduce(max) - ymin };
}

const min = (a: number, b: number) => Math.min(a, b);
const max = (a: number, b: number) => Math.max(a, b);
