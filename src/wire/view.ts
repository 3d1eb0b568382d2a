import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { BoundingBox, CreateView, Polygon, View } from '../domain/view.ts';
import { answerToWire, requestFromWire, requestToWire } from './case.ts';
import { confidence, createdBy, maybe, or, time } from './read-response.ts';

export function toWireCreateView(input: CreateView): JsonObject {
  return requestToWire(input);
}

export function fromWireCreateView(body: unknown): unknown {
  return requestFromWire(body);
}

/** On the wire a view points at an element (a damage, or a part) and holds its region of the image. */
export function toWireView({ imageId, damageId, polygons, boundingBox, ...view }: View): JsonObject {
  return answerToWire({
    ...view,
    elementId: damageId,
    imageRegion: { id: view.id, imageId, specification: { boundingBox, polygons } },
  });
}

export const wireBoundingBox = v.object({ xmin: finite, ymin: finite, width: finite, height: finite });

export const wireView = v.object({
  id,
  elementId: id,
  createdBy,
  createdAt: time,
  confidence,
  deletedAt: maybe(v.string()),
  imageRegion: v.object({
    imageId: maybe(id),
    specification: v.object({
      boundingBox: maybe(wireBoundingBox),
      polygons: or(v.array(v.array(v.tuple([finite, finite]))), []),
    }),
  }),
});

/** Undefined where the service left out box and outlines: nothing to show. */
export function fromWireView(
  { elementId, imageRegion, ...view }: Checked<typeof wireView>,
  imageId: string,
): View | undefined {
  const { polygons, boundingBox = boxAround(polygons) } = imageRegion.specification;
  if (!boundingBox) return undefined;
  return { ...view, imageId: imageRegion.imageId ?? imageId, damageId: elementId, polygons, boundingBox };
}

function boxAround(polygons: readonly Polygon[]): BoundingBox | undefined {
  const points = polygons.flat();
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [xmin, ymin] = [xs.reduce(least), ys.reduce(least)];
  return { xmin, ymin, width: xs.reduce(most) - xmin, height: ys.reduce(most) - ymin };
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);
