import { CAR_DIAGRAM, type DiagramPart, findDiagramPart } from '../../domain/car-diagram/car-diagram.ts';
import type { PartType } from '../../domain/enums.ts';
import type { Damage } from '../../domain/records/damage.ts';

/** `portrait`: the front of the car is up. `landscape`: the front is on the left. */
export type CarOrientation = 'portrait' | 'landscape';

/** The fields of a damage that `<kerbside-car>` uses. */
export type CarDamage = Pick<Damage, 'id' | 'partType'> & {
  /** The severity of the damage or of its part. Undefined: not known. */
  level?: 1 | 2 | 3 | undefined;
};

/** A part with damages. */
export interface DamagedDiagramPart {
  part: DiagramPart;
  count: number;
  /** The highest severity. */
  level: 1 | 2 | 3 | undefined;
}

type Point = readonly [x: number, y: number];

/** Groups damages by the part that the diagram shows them on. */
export function groupByDiagramPart(damages: readonly CarDamage[]): {
  parts: Map<PartType, DamagedDiagramPart>;
  /** How many damages have no place on the diagram. */
  unplaced: number;
} {
  const parts = new Map<PartType, DamagedDiagramPart>();
  let unplaced = 0;
  for (const { partType, level } of damages) {
    const part = findDiagramPart(partType);
    if (!part) {
      unplaced++;
      continue;
    }
    const before = parts.get(part.partType);
    const highest = Math.max(before?.level ?? 0, level ?? 0);
    parts.set(part.partType, {
      part,
      count: (before?.count ?? 0) + 1,
      level: highest === 0 ? undefined : (highest as 1 | 2 | 3),
    });
  }
  return { parts, unplaced };
}

/** Returns the size of the drawing as it is shown. */
export function getViewBox(orientation: CarOrientation): string {
  const { width, height } = CAR_DIAGRAM;
  return orientation === 'portrait' ? `0 0 ${width} ${height}` : `0 0 ${height} ${width}`;
}

/** Returns where a point of the diagram is on the drawing as it is shown. */
export function placePoint([x, y]: Point, orientation: CarOrientation): Point {
  return orientation === 'portrait' ? [x, y] : [y, CAR_DIAGRAM.width - x];
}

/** The SVG transform of the paths. */
export function getTransform(orientation: CarOrientation): string {
  return orientation === 'portrait' ? 'matrix(1 0 0 1 0 0)' : `matrix(0 -1 1 0 0 ${CAR_DIAGRAM.width})`;
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the part that an arrow key moves to: the nearest in that direction, where distance to the side counts double.
 * Returns undefined for other keys, and at the edge.
 */
export function findNeighbour(
  from: DiagramPart,
  key: string,
  parts: readonly DiagramPart[],
  orientation: CarOrientation,
): DiagramPart | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const [dx, dy] = direction;
  const [x, y] = placePoint(from.center, orientation);
  let best: { part: DiagramPart; distance: number } | undefined;
  for (const part of parts) {
    const [px, py] = placePoint(part.center, orientation);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    // A part that is more to the side than ahead is reached with another key.
    if (part === from || along <= 0 || aside > along * 2) continue;
    const distance = along + 2 * aside;
    if (!best || distance < best.distance) best = { part, distance };
  }
  return best?.part;
}
