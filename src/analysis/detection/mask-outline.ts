import type { Box } from '../geometry/box.ts';
import { type ScalarField, traceContours } from '../geometry/contour.ts';
import { type Point, signedArea, simplifyRing } from '../geometry/polygon.ts';
import type { FeatureMap } from './feature-map.ts';

/** Canvas pixels per cell of the prototypes. */
const PROTOTYPE_STRIDE = 4;
/** Canvas pixels by which a simplified outline may differ from the mask. */
const SIMPLIFY_TOLERANCE = 1.5;
/** Islands smaller than this fraction of the largest are dropped. */
const MIN_ISLAND_FRACTION = 0.1;

/**
 * Returns the outline of a mask: the prototypes weighted by `coefficients`, cut to the box, as polygons in canvas
 * pixels, largest first. If the mask is empty, returns the box as a polygon, so that a view always has one.
 */
export function traceMaskOutline(prototypes: FeatureMap, coefficients: Float32Array, box: Box): Point[][] {
  const { field, column, row } = combinePrototypes(prototypes, coefficients, box);
  const islands = traceContours(field)
    .map((ring) => ({ ring, size: signedArea(ring) }))
    .sort((a, b) => b.size - a.size);
  const minSize = Math.max(0.5, (islands[0]?.size ?? 0) * MIN_ISLAND_FRACTION);
  const polygons = islands
    .filter(({ size }) => size >= minSize)
    .map(({ ring }) => simplifyRing(ring.map(toCanvas), SIMPLIFY_TOLERANCE))
    .filter((ring) => ring.length >= 3);
  return polygons.length > 0 ? polygons : [corners(box)];

  function toCanvas([x, y]: Point): Point {
    return [
      clamp((x + column + 0.5) * PROTOTYPE_STRIDE, box.x0, box.x1),
      clamp((y + row + 0.5) * PROTOTYPE_STRIDE, box.y0, box.y1),
    ];
  }
}

/** Returns the mask logits of the cells that the box touches. */
function combinePrototypes({ dims, data: values }: FeatureMap, coefficients: Float32Array, box: Box) {
  const rows = dims[2] ?? 0;
  const columns = dims[3] ?? 0;
  const column = clamp(Math.floor(box.x0 / PROTOTYPE_STRIDE), 0, columns);
  const row = clamp(Math.floor(box.y0 / PROTOTYPE_STRIDE), 0, rows);
  const width = clamp(Math.ceil(box.x1 / PROTOTYPE_STRIDE), column, columns) - column;
  const height = clamp(Math.ceil(box.y1 / PROTOTYPE_STRIDE), row, rows) - row;
  const data = new Float32Array(width * height);
  coefficients.forEach((weight, prototype) => {
    for (let y = 0; y < height; y += 1) {
      const from = (prototype * rows + row + y) * columns + column;
      const to = y * width;
      for (let x = 0; x < width; x += 1) {
        data[to + x] = (data[to + x] as number) + weight * (values[from + x] as number);
      }
    }
  });
  const field: ScalarField = { data, width, height };
  return { field, column, row };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function corners({ x0, y0, x1, y1 }: Box): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
