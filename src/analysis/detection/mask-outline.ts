import type { Box } from '../geometry/box.ts';
import { contours, type Field } from '../geometry/contour.ts';
import { type Point, signedArea, simplify } from '../geometry/polygon.ts';
import type { FeatureMap } from './decode-heads.ts';

/** Canvas pixels per cell of the prototypes. */
export const PROTOTYPE_STRIDE = 4;
/** Canvas pixels that an outline may lose to simplicity. */
const TOLERANCE = 1.5;
/** Islands smaller than this part of the largest are dropped. */
const SMALLEST_ISLAND = 0.1;

/**
 * The outline of what lies in `box`: the prototypes mixed by `coefficients`, cut to the box, as polygons in canvas
 * pixels, largest first. A box without any mask answers its own rectangle, so that a view always has a polygon.
 */
export function outline(prototypes: FeatureMap, coefficients: Float32Array, box: Box): Point[][] {
  const { field, column, row } = mixMask(prototypes, coefficients, box);
  const islands = contours(field)
    .map((ring) => ({ ring, size: signedArea(ring) }))
    .sort((a, b) => b.size - a.size);
  const bar = Math.max(0.5, (islands[0]?.size ?? 0) * SMALLEST_ISLAND);
  const polygons = islands
    .filter(({ size }) => size >= bar)
    .map(({ ring }) => simplify(ring.map(toCanvas), TOLERANCE))
    .filter((ring) => ring.length >= 3);
  return polygons.length > 0 ? polygons : [corners(box)];

  function toCanvas([x, y]: Point): Point {
    return [
      within((x + column + 0.5) * PROTOTYPE_STRIDE, box.x0, box.x1),
      within((y + row + 0.5) * PROTOTYPE_STRIDE, box.y0, box.y1),
    ];
  }
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Mask logits of the cells that the box touches. */
function mixMask({ dims, data: values }: FeatureMap, coefficients: Float32Array, box: Box) {
  const rows = dims[2] ?? 0;
  const columns = dims[3] ?? 0;
  const column = within(Math.floor(box.x0 / PROTOTYPE_STRIDE), 0, columns);
  const row = within(Math.floor(box.y0 / PROTOTYPE_STRIDE), 0, rows);
  const width = within(Math.ceil(box.x1 / PROTOTYPE_STRIDE), column, columns) - column;
  const height = within(Math.ceil(box.y1 / PROTOTYPE_STRIDE), row, rows) - row;
  const data = new Float32Array(width * height);
  coefficients.forEach((weight, prototype) => {
    for (let y = 0; y < height; y += 1) {
      const from = (prototype * rows + row + y) * columns + column;
      const to = y * width;
      for (let x = 0; x < width; x += 1) {
        data[to + x] = (data[to + x] ?? 0) + weight * (values[from + x] ?? 0);
      }
    }
  });
  const field: Field = { data, width, height };
  return { field, column, row };
}

function corners({ x0, y0, x1, y1 }: Box): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
