import type { Box } from './box.ts';
import type { Point } from './polygon.ts';

/** Where something is: its box, and its outline within. */
export interface Drawing {
  box: Box;
  polygons: Point[][];
}

export interface WeightedDrawing extends Drawing {
  weight: number;
}

/** One drawing of several of the same thing: the outline of the first, fitted into the mean of the boxes. */
export function meanDrawing(first: WeightedDrawing, ...others: readonly WeightedDrawing[]): Drawing {
  const all = [first, ...others];
  const whole = all.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (side: keyof Box) => all.reduce((sum, { box, weight }) => sum + box[side] * weight, 0) / whole;
  const box = { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1') };
  return { box, polygons: first.polygons.map((ring) => fitted(ring, first.box, box)) };
}

function fitted(ring: readonly Point[], from: Box, to: Box): Point[] {
  const wider = (to.x1 - to.x0) / (from.x1 - from.x0);
  const higher = (to.y1 - to.y0) / (from.y1 - from.y0);
  return ring.map(([x, y]) => [to.x0 + (x - from.x0) * wider, to.y0 + (y - from.y0) * higher]);
}
