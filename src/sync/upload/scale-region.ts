import type { BoundingBox, Polygon } from '../../domain/view.ts';

interface Region {
  polygons?: Polygon[];
  boundingBox?: BoundingBox;
}

export interface Size {
  width: number;
  height: number;
}

/** Of a pixel. Such fractions are exact in binary, so that the sides of a box add up to its far corner. */
const FINEST = 1 / 64;

/**
 * A box and outlines in the pixels of a picture `factor` times the size. With the size of the picture they stay within
 * the other one, whose sides were rounded: a service refuses what lies outside by a hair.
 */
export function scaleRegion<R extends Region>(region: R, factor: number, size?: Size): R {
  if (factor === 1) return region;
  const { polygons, boundingBox } = region;
  const [x, y] = [scaleTo(factor, size?.width), scaleTo(factor, size?.height)];
  return {
    ...region,
    ...(polygons && {
      polygons: polygons.map((polygon) => polygon.map((at): Point => [x(at[0]), y(at[1])])),
    }),
    ...(boundingBox && { boundingBox: scaleBox(boundingBox, x, y) }),
  };
}

type Point = Polygon[number];
type Scale = (place: number) => number;

function scaleTo(factor: number, side: number | undefined): Scale {
  if (side === undefined) return (place) => place * factor;
  const most = Math.max(1, Math.round(side * factor));
  return (place) => Math.min(Math.round((place * factor) / FINEST) * FINEST, most);
}

function scaleBox({ xmin, ymin, width, height }: BoundingBox, x: Scale, y: Scale): BoundingBox {
  const across = span(x(xmin), x(xmin + width));
  const down = span(y(ymin), y(ymin + height));
  return { xmin: across.from, ymin: down.from, width: across.length, height: down.length };
}

/** However small it gets, it does not vanish. */
function span(start: number, end: number): { from: number; length: number } {
  const from = Math.max(0, Math.min(start, end - FINEST));
  return { from, length: Math.max(end - from, FINEST) };
}
