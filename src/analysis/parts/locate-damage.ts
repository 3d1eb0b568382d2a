import type { PartType } from '../../domain/enums.ts';
import { type Box, boxArea, intersectionArea } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { VisiblePart } from './visible-parts.ts';

/** A place on a photo: its polygons, or its box if there are none. */
interface Region {
  box: Box;
  polygons: readonly (readonly Point[])[];
}

/** A damage lies on a part if at least this fraction of its area does. */
const MIN_FRACTION_ON_PART = 0.15;
/** Parts with at least this fraction of the largest overlap compete; the smallest wins: a lamp, not the bumper around it. */
const TIE_FRACTION = 0.85;
/** The area of a damage is sampled on a grid of this many rows and columns. */
const GRID_SIZE = 24;

/** Returns the visible part that a damage lies on: the one with most of its area. Undefined if none is there. */
export function locateDamage(damage: Region, parts: readonly VisiblePart[]): PartType | undefined {
  const points = samplePoints(damage);
  const overlaps = parts
    .filter((part) => intersectionArea(part.box, damage.box) > 0)
    .map((part) => ({ part, fraction: fractionInside(points, part) }))
    .filter(({ fraction }) => fraction >= MIN_FRACTION_ON_PART);
  const largest = Math.max(0, ...overlaps.map(({ fraction }) => fraction));
  return overlaps
    .filter(({ fraction }) => fraction >= largest * TIE_FRACTION)
    .sort((a, b) => boxArea(a.part.box) - boxArea(b.part.box))[0]?.part.partType;
}

/** Returns the grid points inside the region, at least its centre. */
function samplePoints(region: Region): Point[] {
  const { x0, y0, x1, y1 } = region.box;
  const points = Array.from({ length: GRID_SIZE * GRID_SIZE }, (_, index): Point => {
    const [column, row] = [index % GRID_SIZE, Math.floor(index / GRID_SIZE)];
    return [x0 + ((column + 0.5) / GRID_SIZE) * (x1 - x0), y0 + ((row + 0.5) / GRID_SIZE) * (y1 - y0)];
  });
  const inside = points.filter((point) => isInside(point, region));
  return inside.length > 0 ? inside : [[(x0 + x1) / 2, (y0 + y1) / 2]];
}

function fractionInside(points: readonly Point[], region: Region): number {
  return points.filter((point) => isInside(point, region)).length / points.length;
}

function isInside(point: Point, { box, polygons }: Region): boolean {
  const [x, y] = point;
  if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) return false;
  return polygons.length === 0 || polygons.some((ring) => isInRing(point, ring));
}

/** Applies the even-odd rule. This runs for every grid point and every side of the ring. */
function isInRing([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  let from = ring.at(-1) ?? [x, y];
  for (const to of ring) {
    const [ay, by] = [from[1], to[1]];
    if (ay <= y !== by <= y && x < from[0] + ((y - ay) * (to[0] - from[0])) / (by - ay)) inside = !inside;
    from = to;
  }
  return inside;
}
