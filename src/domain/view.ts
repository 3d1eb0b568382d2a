import * as v from 'valibot';
import type { Checked } from './check.ts';
import type { CreatedBy } from './damage.ts';
import { IMAGE_ROTATIONS } from './enums.ts';
import { finite, id, jsonObject, list, notNegative, object, text } from './fields.ts';
import { acquisition } from './image.ts';
import { LIMITS } from './limits.ts';

const positive = v.pipe(finite, v.gtValue(0, 'a number over 0'));

export const boundingBox = object({
  xmin: notNegative,
  ymin: notNegative,
  width: positive,
  height: positive,
});
export type BoundingBox = Checked<typeof boundingBox>;

const point = v.strictTuple([notNegative, notNegative]);
const polygon = v.pipe(list(point, LIMITS.pointsPerPolygon, 'points'), v.minLength(3, 'at least 3 points'));
const polygons = list(polygon, LIMITS.polygonsPerView, 'polygons');
export type Polygon = [number, number][];

const createViewImage = object({
  name: v.optional(text()),
  acquisition: v.optional(acquisition),
  rotateImageBeforeUpload: v.optional(v.picklist(IMAGE_ROTATIONS)),
  additionalData: v.optional(jsonObject),
});

export const createView = v.pipe(
  object({
    imageId: v.optional(id),
    newImage: v.optional(createViewImage),
    damageId: id,
    polygons: v.optional(polygons),
    boundingBox: v.optional(boundingBox),
  }),
  v.check(
    (view) => (view.imageId === undefined) !== (view.newImage === undefined),
    'either imageId or newImage',
  ),
  v.check(
    (view) => (view.polygons?.length ?? 0) > 0 || view.boundingBox !== undefined,
    'polygons, boundingBox or both',
  ),
);
export type CreateView = Checked<typeof createView>;
export type CreateViewInput = v.InferInput<typeof createView>;

/** Where a damage is seen on an image, in absolute pixels of the upright image. */
export interface View {
  id: string;
  imageId: string;
  /** The damage that is seen there; in views that a service made, it may be a part. */
  damageId: string;
  polygons: Polygon[];
  boundingBox: BoundingBox;
  createdAt: string;
  createdBy: CreatedBy;
  confidence?: number;
  deletedAt?: string;
}
