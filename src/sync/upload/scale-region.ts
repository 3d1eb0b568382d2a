import type { BoundingBox, Polygon } from '../../domain/records/view.ts';

interface Region {
  polygons?: Polygon[];
  boundingBox?: BoundingBox;
}

export interface Size {
  width: number;
  height: number;
}

type Point = Polygon[number];
type Scale = (coordinate: number) => number;

/** Coordinates are rounded to 1/64 pixel. These fractions are exact in binary, so a box's sides add up to its far corner. */
const STEP = 1 / 64;

/**
 * Scales a box and polygons by a factor.
 *
 * @param size the size of the photo that the region is on. With it, the result stays within the scaled photo, whose sides
 *   were rounded: a service rejects a region that exceeds the photo by a fraction of a pixel.
 */
export function scaleRegion<R extends Region>(region: R, factor: number, size?: Size): R {
  if (factor === 1) return region;
  const { polygons, boundingBox } = region;
  const [x, y] = [createScale(factor, size?.width), createScale(factor, size?.height)];
  return {
    ...region,
    ...(polygons && {
      polygons: polygons.map((polygon) => polygon.map((point): Point => [x(point[0]), y(point[1])])),
    }),
    ...(boundingBox && { boundingBox: scaleBox(boundingBox, x, y) }),
  };
}

function createScale(factor: number, side: number | undefined): Scale {
  if (side === undefined) return (coordinate) => coordinate * factor;
  const max = Math.max(1, Math.round(side * factor));
  return (coordinate) => Math.min(Math.round((coordinate * factor) / STEP) * STEP, max);
}

function scaleBox({ xmin, ymin, width, height }: BoundingBox, x: Scale, y: Scale): BoundingBox {
  const horizontal = toSpan(x(xmin), x(xmin + width));
  const vertical = toSpan(y(ymin), y(ymin + height));
  return { xmin: horizontal.from, ymin: vertical.from, width: horizontal.length, height: vertical.length };
}

/** The length is never 0. */
function toSpan(start: number, end: number): { from: number; length: number } {
  const from = Math.max(0, Math.min(start, end - STEP));
  return { from, length: Math.max(end - from, STEP) };
}
