import type { BoundingBox, Polygon } from './view.ts';

/** Returns the smallest rectangle around all points. */
export function boundingBoxOf(polygons: readonly Polygon[]): BoundingBox {
  let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
  // Not Math.min(...xs): JavaScript engines limit the number of arguments far below the points of a view.
  for (const [x, y] of polygons.flat()) {
    [xmin, ymin, xmax, ymax] = [Math.min(xmin, x), Math.min(ymin, y), Math.max(xmax, x), Math.max(ymax, y)];
  }
  return { xmin, ymin, width: xmax - xmin, height: ymax - ymin };
}
