import type { Image } from '../../domain/image.ts';
import type { BoundingBox, Polygon } from '../../domain/view.ts';
import type { Box } from './box.ts';
import type { Point } from './polygon.ts';

type Size = Pick<Image, 'imageWidth' | 'imageHeight'>;

/** Where something lies on an image, in the specification's terms. */
export function imageRegion(
  { box, polygons }: { box: Box; polygons: readonly (readonly Point[])[] },
  size: Size,
): { boundingBox: BoundingBox; polygons: Polygon[] } {
  return {
    boundingBox: boundingBox(box, size),
    polygons: polygons.map((ring) => ring.map(([x, y]): [number, number] => [rounded(x), rounded(y)])),
  };
}

export function boundingBox(box: Box, { imageWidth, imageHeight }: Size): BoundingBox {
  const xmin = rounded(Math.max(0, box.x0));
  const ymin = rounded(Math.max(0, box.y0));
  return {
    xmin,
    ymin,
    width: rounded(Math.min(imageWidth, box.x1) - xmin),
    height: rounded(Math.min(imageHeight, box.y1) - ymin),
  };
}

/** A tenth of a pixel: finer is noise, and takes room on the wire. */
function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
