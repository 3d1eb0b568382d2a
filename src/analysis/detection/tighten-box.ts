import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';

/**
 * How far the sides of a box move towards the ends of its mask, from 0 to 1. If a head sees no clear end, its boxes are
 * too large.
 *
 * Measured on 2,527 photos of CarDD that the models were not trained on. Mean AP over the types at IoU 0.5: .611 with 0,
 * .615 with 0.25, .606 with 0.5 (which cuts the ends of cracks). Over IoU 0.5 to 0.95: .427, .439 and .437.
 */
const TIGHTENING = 0.25;

/** Returns the box with its sides moved towards the outline. The outline stays inside. */
export function tightenBox(box: Box, outline: readonly (readonly Point[])[]): Box {
  const points = outline.flat();
  const least = (axis: 0 | 1) =>
    points.reduce((limit, point) => Math.min(limit, point[axis]), Number.POSITIVE_INFINITY);
  const most = (axis: 0 | 1) =>
    points.reduce((limit, point) => Math.max(limit, point[axis]), Number.NEGATIVE_INFINITY);
  const moveTowards = (from: number, to: number) => from + TIGHTENING * (to - from);
  return {
    x0: moveTowards(box.x0, least(0)),
    y0: moveTowards(box.y0, least(1)),
    x1: moveTowards(box.x1, most(0)),
    y1: moveTowards(box.y1, most(1)),
  };
}
