import { simplifyRing } from '../../analysis/geometry/polygon.ts';
import { boundingBoxOf } from '../../domain/records/bounding-box.ts';
import type { Polygon, View } from '../../domain/records/view.ts';
import type { DrawnView, Point, Size } from './drawing.ts';

/** An outline that the user adjusts, in pixels of the photo. */
export interface Outline {
  size: Size;
  /** A rectangle: it keeps its right angles. */
  isBox: boolean;
  rings: readonly Polygon[];
}

/**
 * The handle that the user moves: the whole outline, a point, or the middle between a point and the next one. The middle of a box is
 * its edge; the middle of another outline becomes a new point.
 */
export type Handle = { kind: 'whole' } | { kind: 'point' | 'middle'; ring: number; index: number };
export type PointHandle = Exclude<Handle, { kind: 'whole' }>;

/** More points are too close together for a finger. */
const MAX_POINTS = 24;
const MIN_POINTS = 3;
/** The first tolerance of the simplification; share of the photo's longer side. */
const TOLERANCE = 0.002;

/** Returns the outline of a view. Outlines of models are simplified: they have a point every few pixels. */
export function toOutline(
  { polygons, boundingBox }: Pick<View, 'polygons' | 'boundingBox'>,
  size: Size,
): Outline {
  const [only, ...others] = polygons;
  if (!only || (others.length === 0 && isRectangle(only))) {
    const { xmin, ymin, width, height } = boundingBox;
    return { size, isBox: true, rings: [toRectangle(xmin, ymin, xmin + width, ymin + height)] };
  }
  const tolerance = TOLERANCE * Math.max(size.width, size.height);
  return { size, isBox: false, rings: polygons.map((ring) => limitPoints(ring, tolerance)) };
}

/** Returns the outline as a view; undefined if it encloses no area. */
export function toView({ rings }: Outline): DrawnView | undefined {
  const polygons = rings.map((ring) => ring.map(([x, y]): Point => [x, y]));
  const boundingBox = boundingBoxOf(polygons);
  return boundingBox.width > 0 && boundingBox.height > 0 ? { polygons, boundingBox } : undefined;
}

export function listHandles({ rings }: Outline): PointHandle[] {
  return rings.flatMap((points, ring) =>
    points.flatMap((_point, index): PointHandle[] => [
      { kind: 'point', ring, index },
      { kind: 'middle', ring, index },
    ]),
  );
}

export function getPosition({ rings }: Outline, { kind, ring, index }: PointHandle): Point {
  const points = rings[ring] ?? [];
  const [x, y] = points[index] ?? [0, 0];
  if (kind === 'point') return [x, y];
  const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
  return [(x + nextX) / 2, (y + nextY) / 2];
}

/**
 * Returns what a pointer takes hold of: the nearest handle, points before middles; inside the outline all of it.
 *
 * @param reach How far from a handle a pointer may be, in pixels of the photo.
 */
export function findHandle(outline: Outline, [x, y]: Point, reach: number): Handle | undefined {
  const handles = listHandles(outline).map((handle) => {
    const [hx, hy] = getPosition(outline, handle);
    return { handle, distance: Math.hypot(hx - x, hy - y) };
  });
  const near = handles
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => rank(a.handle) - rank(b.handle) || a.distance - b.distance);
  if (near[0]) return near[0].handle;
  return outline.rings.some((ring) => isInside(ring, [x, y])) ? { kind: 'whole' } : undefined;
}

/** Moves a handle, as far as the outline stays on the photo. */
export function moveHandle(outline: Outline, handle: Handle, by: Point): Outline {
  if (handle.kind === 'whole') return moveWhole(outline, by);
  if (outline.isBox) return resizeBox(outline, handle, by);
  if (handle.kind === 'middle') return outline;
  const { width, height } = outline.size;
  return replaceRing(outline, handle.ring, (ring) =>
    ring.map(
      ([x, y], index): Point =>
        index === handle.index ? [clamp(x + by[0], 0, width), clamp(y + by[1], 0, height)] : [x, y],
    ),
  );
}

/** Adds a point in the middle between a point and the next one. A box has no other points. */
export function addPoint(outline: Outline, { ring, index }: PointHandle): Outline {
  if (outline.isBox) return outline;
  const [x, y] = getPosition(outline, { kind: 'middle', ring, index });
  return replaceRing(outline, ring, (points) =>
    points.toSpliced(index + 1, 0, [Math.round(x), Math.round(y)]),
  );
}

export function canRemovePoint({ isBox, rings }: Outline, handle: Handle | undefined): handle is PointHandle {
  return !isBox && handle?.kind === 'point' && (rings[handle.ring]?.length ?? 0) > MIN_POINTS;
}

/** Removes a point. A box keeps its corners, and every outline 3 points. */
export function removePoint(outline: Outline, handle: Handle): Outline {
  if (!canRemovePoint(outline, handle)) return outline;
  return replaceRing(outline, handle.ring, (points) => points.toSpliced(handle.index, 1));
}

function moveWhole(outline: Outline, [right, down]: Point): Outline {
  const { xmin, ymin, width, height } = boundingBoxOf([...outline.rings]);
  const dx = clamp(xmin + right, 0, outline.size.width - width) - xmin;
  const dy = clamp(ymin + down, 0, outline.size.height - height) - ymin;
  return { ...outline, rings: outline.rings.map((ring) => ring.map(([x, y]): Point => [x + dx, y + dy])) };
}

/** Points and middles of a box run clockwise from the top left corner and the top edge. The opposite side stays. */
function resizeBox(outline: Outline, { kind, index }: PointHandle, [right, down]: Point): Outline {
  const { size, rings } = outline;
  const { xmin, ymin, width, height } = boundingBoxOf([...rings]);
  let [x0, y0, x1, y1] = [xmin, ymin, xmin + width, ymin + height];
  const isPoint = kind === 'point';
  const moves = {
    left: isPoint ? index === 0 || index === 3 : index === 3,
    right: isPoint ? index === 1 || index === 2 : index === 1,
    top: isPoint ? index === 0 || index === 1 : index === 0,
    bottom: isPoint ? index === 2 || index === 3 : index === 2,
  };
  if (moves.left) x0 = clamp(x0 + right, 0, x1 - 1);
  if (moves.right) x1 = clamp(x1 + right, x0 + 1, size.width);
  if (moves.top) y0 = clamp(y0 + down, 0, y1 - 1);
  if (moves.bottom) y1 = clamp(y1 + down, y0 + 1, size.height);
  return { ...outline, rings: [toRectangle(x0, y0, x1, y1)] };
}

function replaceRing(outline: Outline, at: number, change: (ring: Polygon) => Polygon): Outline {
  return { ...outline, rings: outline.rings.map((ring, index) => (index === at ? change(ring) : ring)) };
}

function limitPoints(ring: Polygon, tolerance: number): Polygon {
  let limited: Polygon = ring;
  for (let allowed = tolerance; limited.length > MAX_POINTS; allowed *= 1.5) {
    const simplified = simplifyRing(ring, allowed).map(([x, y]): Point => [x, y]);
    if (simplified.length < MIN_POINTS) break;
    limited = simplified;
  }
  return limited;
}

function isRectangle(ring: Polygon): boolean {
  const { xmin, ymin, width, height } = boundingBoxOf([ring]);
  const isCorner = ([x, y]: Point) =>
    (x === xmin || x === xmin + width) && (y === ymin || y === ymin + height);
  return ring.length === 4 && ring.every(isCorner) && new Set(ring.map(String)).size === 4;
}

export function toRectangle(x0: number, y0: number, x1: number, y1: number): Polygon {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** By the number of times a line to the right crosses the ring. */
function isInside(ring: Polygon, [x, y]: Point): boolean {
  let inside = false;
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  });
  return inside;
}

const rank = ({ kind }: Handle) => (kind === 'point' ? 0 : 1);

const clamp = (value: number, min: number, max: number) => Math.round(Math.min(Math.max(value, min), max));
