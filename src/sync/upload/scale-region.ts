import type { BoundingBox, Polygon } from '../../spec/view.ts';

interface Region {
  polygons?: Polygon[];
  boundingBox?: BoundingBox;
}

/** A box and outlines in the pixels of a picture `factor` times the size. */
export function scaleRegion<R extends Region>(region: R, factor: number): R {
  if (factor === 1) return region;
  const { polygons, boundingBox } = region;
  return {
    ...region,
    ...(polygons && { polygons: polygons.map((polygon) => scalePolygon(polygon, factor)) }),
    ...(boundingBox && { boundingBox: scaleBox(boundingBox, factor) }),
  };
}

function scalePolygon(polygon: Polygon, factor: number): Polygon {
  return polygon.map(([x, y]) => [x * factor, y * factor]);
}

function scaleBox({ xmin, ymin, width, height }: BoundingBox, factor: number): BoundingBox {
  return { xmin: xmin * factor, ymin: ymin * factor, width: width * factor, height: height * factor };
}
