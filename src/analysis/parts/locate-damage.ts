import { PART_TYPES, type PartType, VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { area, type Box, intersection } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { VisiblePart } from './detected-parts.ts';

/** What lies somewhere: its outline, or where there is none its box. */
export interface Region {
  box: Box;
  polygons: readonly (readonly Point[])[];
}

/** What the photographer said about a photo. */
export interface PhotoHints {
  centersOn?: readonly string[];
  viewpointName?: string;
  /** The name of the sight that the app asked for, such as `door_front_left`. */
  sight?: string;
}

/** A damage lies on a part if at least this much of it does. */
const ENOUGH = 0.3;
/** Of two parts that hold the damage almost equally, the smaller one is meant: a lamp, not the bumper around it. */
const ALMOST = 0.85;
const SAMPLES = 24;

/**
 * The part that a damage lies on: the one with most of its area; where no part was seen there, what the photographer
 * said, if that names one part; else `ignore`.
 */
export function locateDamage(
  damage: Region,
  parts: readonly VisiblePart[],
  hints: PhotoHints = {},
): PartType {
  return partUnder(damage, parts) ?? partSaid(hints) ?? 'ignore';
}

function partUnder(damage: Region, parts: readonly VisiblePart[]): PartType | undefined {
  const points = samplePoints(damage);
  const shares = parts
    .filter((part) => intersection(part.box, damage.box) > 0)
    .map((part) => ({ part, share: shareInside(points, part) }))
    .filter(({ share }) => share >= ENOUGH);
  const most = Math.max(0, ...shares.map(({ share }) => share));
  return shares
    .filter(({ share }) => share >= most * ALMOST)
    .sort((a, b) => area(a.part.box) - area(b.part.box))[0]?.part.partType;
}

function partSaid({ centersOn = [], viewpointName, sight }: PhotoHints): PartType | undefined {
  for (const names of [centersOn, [viewpointName], [sight]]) {
    const named = PART_TYPES.filter((part) => part !== 'background' && names.includes(part));
    if (named.length === 1) return named[0];
  }
  return undefined;
}

/** The viewpoint that the photographer named, where the names are viewpoints. */
export function viewpointSaid({ centersOn = [], viewpointName, sight }: PhotoHints): Viewpoint | undefined {
  return VIEWPOINTS.find((name) => name === viewpointName || name === sight || centersOn.includes(name));
}

/** A grid of points of the region, at least its middle. */
function samplePoints(region: Region): Point[] {
  const { x0, y0, x1, y1 } = region.box;
  const points = Array.from({ length: SAMPLES * SAMPLES }, (_, index): Point => {
    const [column, row] = [index % SAMPLES, Math.floor(index / SAMPLES)];
    return [x0 + ((column + 0.5) / SAMPLES) * (x1 - x0), y0 + ((row + 0.5) / SAMPLES) * (y1 - y0)];
  });
  const inside = points.filter((point) => isInside(point, region));
  return inside.length > 0 ? inside : [[(x0 + x1) / 2, (y0 + y1) / 2]];
}

function shareInside(points: readonly Point[], region: Region): number {
  return points.filter((point) => isInside(point, region)).length / points.length;
}

function isInside(point: Point, { box, polygons }: Region): boolean {
  const [x, y] = point;
  if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) return false;
  return polygons.length === 0 || polygons.some((ring) => isInRing(point, ring));
}

/** By the even-odd rule. */
function isInRing([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
    if (ay <= y !== by <= y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  });
  return inside;
}
