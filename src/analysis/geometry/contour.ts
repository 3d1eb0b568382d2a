import type { Point } from './polygon.ts';

/** A grid of values, row by row. Values above 0 are inside. */
export interface ScalarField {
  data: Float32Array;
  width: number;
  height: number;
}

/**
 * Returns the borders between inside and outside, by marching squares with linear interpolation.
 *
 * Rings around an island run clockwise on a screen, rings around a hole the other way. Points are in grid units: the
 * value at column c, row r is at (c, r). Everything beyond the grid is outside, so rings are closed.
 */
export function traceContours(field: ScalarField): Point[][] {
  const { data, width, height } = field;
  /** 1 for values inside, with a border of zeros. */
  const stride = width + 2;
  const isInside = new Uint8Array(stride * (height + 2));
  for (let row = 0, from = 0; row < height; row += 1)
    for (let column = 0, to = (row + 1) * stride + 1; column < width; column += 1, from += 1, to += 1)
      if ((data[from] as number) > 0) isInside[to] = 1;
  const at = (index: number) => isInside[index] as number;
  const next = new Map<number, { to: number; point: Point }>();
  for (let row = -1, square = 0; row < height; row += 1, square += 1) {
    for (let column = -1; column < width; column += 1, square += 1) {
      const upper = 8 * at(square) + 4 * at(square + 1);
      const lower = at(square + stride) + 2 * at(square + stride + 1);
      for (const [from, to] of SEGMENTS[upper + lower] ?? []) {
        next.set(edgeKey(field, column, row, from), {
          to: edgeKey(field, column, row, to),
          point: crossingPoint(field, column, row, from),
        });
      }
    }
  }
  const rings: Point[][] = [];
  for (const start of next.keys()) {
    const ring: Point[] = [];
    let step = next.get(start);
    for (let key = start; step; step = next.get(key)) {
      next.delete(key);
      ring.push(step.point);
      key = step.to;
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

/** The edges of a square, clockwise from the top. */
const TOP = 0;
const RIGHT = 1;
const BOTTOM = 2;
const LEFT = 3;
type Edge = 0 | 1 | 2 | 3;

/** The edges where the border enters and leaves a square, by the sum of its inside corners (8 4 / 1 2). */
const SEGMENTS: readonly (readonly (readonly [Edge, Edge])[])[] = [
  [],
  [[LEFT, BOTTOM]],
  [[BOTTOM, RIGHT]],
  [[LEFT, RIGHT]],
  [[RIGHT, TOP]],
  [
    [RIGHT, TOP],
    [LEFT, BOTTOM],
  ],
  [[BOTTOM, TOP]],
  [[LEFT, TOP]],
  [[TOP, LEFT]],
  [[TOP, BOTTOM]],
  [
    [TOP, LEFT],
    [BOTTOM, RIGHT],
  ],
  [[TOP, RIGHT]],
  [[RIGHT, LEFT]],
  [[RIGHT, BOTTOM]],
  [[BOTTOM, LEFT]],
  [],
];

function valueAt({ data, width, height }: ScalarField, column: number, row: number): number {
  const isInGrid = column >= 0 && row >= 0 && column < width && row < height;
  return isInGrid ? (data[row * width + column] ?? -1) : -1;
}

/** Adjacent squares get the same key for their common edge: its left or upper corner, and its direction. */
function edgeKey({ width }: ScalarField, column: number, row: number, edge: Edge): number {
  const x = column + (edge === RIGHT ? 1 : 0);
  const y = row + (edge === BOTTOM ? 1 : 0);
  return ((y + 1) * (width + 2) + x + 1) * 2 + (edge === TOP || edge === BOTTOM ? 0 : 1);
}

function crossingPoint(field: ScalarField, column: number, row: number, edge: Edge): Point {
  const x = column + (edge === RIGHT ? 1 : 0);
  const y = row + (edge === BOTTOM ? 1 : 0);
  const isHorizontal = edge === TOP || edge === BOTTOM;
  const a = valueAt(field, x, y);
  const b = isHorizontal ? valueAt(field, x + 1, y) : valueAt(field, x, y + 1);
  const fraction = a / (a - b);
  return isHorizontal ? [x + fraction, y] : [x, y + fraction];
}
