import type { Point } from '../geometry/polygon.ts';

/** Where a line of text lies: its corners as it is read, from the upper left one on, clockwise. */
export type Quad = readonly [Point, Point, Point, Point];

/** Length of the line along its reading direction, and height of its letters: means of the opposite sides. */
export function quadSize([a, b, c, d]: Quad): { width: number; height: number } {
  return {
    width: (distance(a, b) + distance(d, c)) / 2,
    height: (distance(a, d) + distance(b, c)) / 2,
  };
}

export function quadCentre(quad: Quad): Point {
  const mean = (axis: 0 | 1) => quad.reduce((sum, point) => sum + point[axis], 0) / 4;
  return [mean(0), mean(1)];
}

/** The same place, read after this many quarter turns clockwise. */
export function turnedQuad([a, b, c, d]: Quad, quarters: 0 | 1 | 2 | 3): Quad {
  const turns: readonly Quad[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  return turns[quarters] ?? [a, b, c, d];
}

export function mapQuad([a, b, c, d]: Quad, change: (point: Point) => Point): Quad {
  return [change(a), change(b), change(c), change(d)];
}

/** The quad with its sides moved outwards by shares of its letters' height: along the line, and across it. */
export function grownQuad(quad: Quad, along: number, across: number): Quad {
  const [a, b, c, d] = quad;
  const { width, height } = quadSize(quad);
  const [x, y] = [(along * height) / Math.max(width, 1e-9), across];
  const moved = (corner: Point, ahead: Point, beside: Point): Point => [
    corner[0] - (ahead[0] - corner[0]) * x - (beside[0] - corner[0]) * y,
    corner[1] - (ahead[1] - corner[1]) * x - (beside[1] - corner[1]) * y,
  ];
  return [moved(a, b, d), moved(b, a, c), moved(c, d, b), moved(d, c, a)];
}

export function rectangleQuad(x0: number, y0: number, x1: number, y1: number): Quad {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
