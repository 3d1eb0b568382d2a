import * as v from 'valibot';
import type { WithoutUndefined } from '../check.ts';
import { IMAGE_ROTATIONS, type ImageRotation } from '../enums.ts';
import { finite, id, type JsonObject, jsonObject, list, notNegative, object, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import type { CreatedBy } from './created-by.ts';
import { type Acquisition, acquisitionSchema } from './image.ts';

/** A rectangle in pixels of the upright image. The origin is its top left corner. */
export interface BoundingBox {
  /** Distance from the left edge. */
  xmin: number;
  /** Distance from the top edge. */
  ymin: number;
  /** Greater than 0. */
  width: number;
  /** Greater than 0. */
  height: number;
}

/** The points of an outline, as `[x, y]` in pixels of the upright image. At least 3. */
export type Polygon = [number, number][];

/** Input of `views.createOne`. Give `imageId` or `newImage`, and `polygons`, `boundingBox` or both. */
export interface CreateViewInput {
  /** The damage that is visible. */
  damageId: string;
  /** An image of the inspection. */
  imageId?: string | undefined;
  /** A new image. Pass its photo in the options, or set `acquisition.url`. */
  newImage?: CreateViewImage | undefined;
  /** The outline of the damage. */
  polygons?: Polygon[] | undefined;
  /**
   * The rectangle around the damage.
   *
   * @default the smallest rectangle around `polygons`
   */
  boundingBox?: BoundingBox | undefined;
}

/** The image of a view that does not exist yet. */
export interface CreateViewImage {
  /** @default the image's id */
  name?: string | undefined;
  /** Where the photo comes from. */
  acquisition?: Acquisition | undefined;
  /**
   * Rotates the photo before it is stored. The view is on the rotated photo.
   *
   * @default 'NO_ROTATION'
   */
  rotateImageBeforeUpload?: ImageRotation | undefined;
  /** Your own data. It is stored and sent unchanged. */
  additionalData?: JsonObject | undefined;
}

/** Checked {@link CreateViewInput}. */
export type CreateView = WithoutUndefined<CreateViewInput>;

/** Where a damage is visible on an image. */
export interface View {
  /** The view's id. */
  id: string;
  /** The image that shows it. */
  imageId: string;
  /** The damage that is visible. In views that the remote service or a model created, it can be a part. */
  damageId: string;
  /** The outline. Empty if only the rectangle is known. */
  polygons: Polygon[];
  /** The rectangle around it. */
  boundingBox: BoundingBox;
  /** ISO 8601. */
  createdAt: string;
  /** A user or a model. */
  createdBy: CreatedBy;
  /** 0 to 1. Only if a model created it. */
  confidence?: number;
  /** ISO 8601. */
  deletedAt?: string;
}

const positive = v.pipe(finite, v.gtValue(0, 'a number over 0'));

const boundingBox = object({ xmin: notNegative, ymin: notNegative, width: positive, height: positive });

const point = v.strictTuple([notNegative, notNegative]);
const polygon = v.pipe(list(point, LIMITS.pointsPerPolygon, 'points'), v.minLength(3, 'at least 3 points'));
const polygons = list(polygon, LIMITS.polygonsPerView, 'polygons');

const createViewImage = object({
  name: v.optional(text()),
  acquisition: v.optional(acquisitionSchema),
  rotateImageBeforeUpload: v.optional(v.picklist(IMAGE_ROTATIONS)),
  additionalData: v.optional(jsonObject),
});

export const createViewSchema = v.pipe(
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
