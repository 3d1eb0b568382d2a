import type { Point } from '../geometry/polygon.ts';
import type { Size } from '../geometry/size.ts';

/** The corners of a text line in its reading direction, clockwise from the upper left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Returns the length of the line and the height of its letters: the means of opposite sides. */
export function quadSize([a, b, c, d]: Quad): Size {
  return {
    width: (distance(a, b) + distance(d, c)) / 2,
    height: (distance(a, d) + distance(b, c)) / 2,
  };
}

export function quadCentre(quad: Quad): Point {
  const mean = (axis: 0 | 1) => quad.reduce((sum, point) => sum + point[axis], 0) / 4;
  return [mean(0), mean(1)];
}

/** Returns the same area, read after this many clockwise quarter turns. */
export function rotateQuad([a, b, c, d]: Quad, quarters: 0 | 1 | 2 | 3): Quad {
  const turns: readonly Quad[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  return turns[quarters] ?? [a, b, c, d];
}

export function mapQuad([a, b, c, d]: Quad, map: (point: Point) => Point): Quad {
  return [map(a), map(b), map(c), map(d)];
}

/** Moves the sides outwards, along the line and across it, by multiples of the letter height. */
export function expandQuad(quad: Quad, along: number, across: number): Quad {
  const [a, b, c, d] = quad;
  const { width, height } = quadSize(quad);
  const [x, y] = [(along * height) / Math.max(width, 1e-9), across];
  const move = (corner: Point, ahead: Point, beside: Point): Point => [
    corner[0] - (ahead[0] - corner[0]) * x - (beside[0] - corner[0]) * y,
    corner[1] - (ahead[1] - corner[1]) * x - (beside[1] - corner[1]) * y,
  ];
  return [move(a, b, d), move(b, a, c), move(c, d, b), move(d, c, a)];
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
