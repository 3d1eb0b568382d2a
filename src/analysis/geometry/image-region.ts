import type { Image } from '../../domain/records/image.ts';
import type { BoundingBox, Polygon } from '../../domain/records/view.ts';
import type { Box } from './box.ts';
import type { Point } from './polygon.ts';

type ImageSize = Pick<Image, 'imageWidth' | 'imageHeight'>;

/** Converts a box and its polygons to the fields of a view. */
export function toImageRegion(
  { box, polygons }: { box: Box; polygons: readonly (readonly Point[])[] },
  size: ImageSize,
): { boundingBox: BoundingBox; polygons: Polygon[] } {
  return {
    boundingBox: toBoundingBox(box, size),
    polygons: polygons.map((ring) => ring.map(([x, y]): [number, number] => [round(x), round(y)])),
  };
}

/** Converts a box to a bounding box, clipped to the image. */
export function toBoundingBox(box: Box, { imageWidth, imageHeight }: ImageSize): BoundingBox {
  const xmin = round(Math.max(0, box.x0));
  const ymin = round(Math.max(0, box.y0));
  return {
    xmin,
    ymin,
    width: round(Math.min(imageWidth, box.x1) - xmin),
    height: round(Math.min(imageHeight, box.y1) - ymin),
  };
}

/** Rounds to 0.1 pixel: finer digits are noise and cost bytes on the wire. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
