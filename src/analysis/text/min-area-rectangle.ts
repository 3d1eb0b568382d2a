import type { Point } from '../geometry/polygon.ts';
import type { Quad } from './quad.ts';

/** A rectangle that is taller than this multiple of its width is read downwards. */
const VERTICAL_RATIO = 1.5;

/** Returns the smallest rectangle around the points, at any angle, with its corners in reading order. */
export function minAreaRectangle(points: readonly Point[]): Quad | undefined {
  const hull = convexHull(points);
  let best: { area: number; quad: Quad } | undefined;
  hull.forEach(([x0, y0], index) => {
    const [x1, y1] = hull[(index + 1) % hull.length] ?? [x0, y0];
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) return;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const along = hull.map(([x, y]) => x * ux + y * uy);
    const across = hull.map(([x, y]) => y * ux - x * uy);
    const [left, right] = [Math.min(...along), Math.max(...along)];
    const [top, bottom] = [Math.min(...across), Math.max(...across)];
    const area = (right - left) * (bottom - top);
    if (best && area >= best.area) return;
    const corner = (a: number, b: number): Point => [a * ux - b * uy, a * uy + b * ux];
    best = {
      area,
      quad: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
    };
  });
  return best && toReadingOrder(best.quad);
}

/** Rotates the corners so that the text runs to the right, or downwards if the rectangle is tall. */
function toReadingOrder(quad: Quad): Quad {
  // The side that points most to the right is the top of a horizontal line.
  const sides = quad.map((point, index) => {
    const next = quad[(index + 1) % 4] ?? point;
    return { x: next[0] - point[0], length: Math.hypot(next[0] - point[0], next[1] - point[1]) };
  });
  const rightward = sides.map(({ x, length }) => (length > 0 ? x / length : -1));
  const top = rightward.indexOf(Math.max(...rightward));
  const width = sides[top]?.length ?? 0;
  const height = sides[(top + 1) % 4]?.length ?? 0;
  return rotateCorners(quad, height > VERTICAL_RATIO * width ? top + 1 : top);
}

function rotateCorners(quad: Quad, start: number): Quad {
  const at = (offset: number) => quad[(start + offset) % 4] ?? quad[0];
  return [at(0), at(1), at(2), at(3)];
}

/** Returns the convex hull, clockwise on a screen (Andrew's monotone chain). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const chain = (ordered: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of ordered) {
      while (kept.length >= 2 && crossProduct(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function crossProduct(a: Point | undefined, b: Point | undefined, c: Point): number {
  if (!a || !b) return 1;
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
