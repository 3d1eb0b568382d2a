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
  const last = coefficients.length - 1;
  const startOf = (prototype: number) => (Math.min(last, prototype) * rows + row) * columns + column;
  // 4 at once take half the time. After the last one, it is added again with a weight of 0.
  for (let first = 0; first <= last; first += 4) {
    const w0 = coefficients[first] as number;
    const w1 = coefficients[first + 1] ?? 0;
    const w2 = coefficients[first + 2] ?? 0;
    const w3 = coefficients[first + 3] ?? 0;
    for (let y = 0; y < height; y += 1) {
      const to = y * width;
      const at0 = startOf(first) + y * columns;
      const at1 = startOf(first + 1) + y * columns;
      const at2 = startOf(first + 2) + y * columns;
      const at3 = startOf(first + 3) + y * columns;
      for (let x = 0; x < width; x += 1) {
        let sum = Math.fround((data[to + x] as number) + w0 * (values[at0 + x] as number));
        sum = Math.fround(sum + w1 * (values[at1 + x] as number));
        sum = Math.fround(sum + w2 * (values[at2 + x] as number));
        data[to + x] = sum + w3 * (values[at3 + x] as number);
      }
    }
  }
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
