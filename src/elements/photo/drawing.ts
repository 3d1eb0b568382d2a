import { boundingBoxOf } from '../../domain/records/bounding-box.ts';
import type { BoundingBox, Polygon } from '../../domain/records/view.ts';

/** `box`: two corners. `polygon`: any number of points. */
export type DrawingTool = 'box' | 'polygon';

export type Point = [x: number, y: number];

/** Of the photo, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** An unfinished outline, in pixels of the photo. Pointer and keyboard both move the cursor and set points. */
export interface Drawing {
  tool: DrawingTool;
  size: Size;
  cursor: Point;
  points: readonly Point[];
}

/** An outline that the user drew, in pixels of the photo. Pass it to `views.createOne`. */
export interface DrawnView {
  polygons: Polygon[];
  boundingBox: BoundingBox;
}

/** A point this near to the first one closes a polygon; share of the photo's longer side. */
const CLOSING_DISTANCE = 0.02;

export function startDrawing(tool: DrawingTool, size: Size): Drawing {
  return { tool, size, cursor: [Math.round(size.width / 2), Math.round(size.height / 2)], points: [] };
}

/** Moves the cursor, not beyond the edges of the photo. */
export function moveCursor(drawing: Drawing, [x, y]: Point): Drawing {
  const { width, height } = drawing.size;
  const clamp = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));
  return { ...drawing, cursor: [clamp(x, width), clamp(y, height)] };
}

export function moveCursorBy(drawing: Drawing, [right, down]: Point): Drawing {
  const [x, y] = drawing.cursor;
  return moveCursor(drawing, [x + right, y + down]);
}

/** Sets a point at the cursor. */
export function setPoint(drawing: Drawing): Drawing {
  return { ...drawing, points: [...drawing.points, drawing.cursor] };
}

/** Removes the last point. */
export function removePoint(drawing: Drawing): Drawing {
  return { ...drawing, points: drawing.points.slice(0, -1) };
}

/** Whether a box has two corners, or a polygon ends at its first point. */
export function isClosed({ tool, points, size }: Drawing): boolean {
  if (tool === 'box') return points.length === 2;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 4) return false;
  const distance = Math.hypot(last[0] - first[0], last[1] - first[1]);
  return distance <= CLOSING_DISTANCE * Math.max(size.width, size.height);
}

/** Returns the outline drawn so far; undefined if it encloses no area. */
export function toDrawnView(drawing: Drawing): DrawnView | undefined {
  const ring = toRing(drawing);
  if (ring.length < 3) return undefined;
  const boundingBox = boundingBoxOf([ring]);
  return boundingBox.width > 0 && boundingBox.height > 0 ? { polygons: [ring], boundingBox } : undefined;
}

function toRing(drawing: Drawing): Polygon {
  const { tool, points } = drawing;
  if (tool === 'polygon') return (isClosed(drawing) ? points.slice(0, -1) : points).map(([x, y]) => [x, y]);
  const [a, b] = points;
  if (!a || !b) return [];
  return [
    [a[0], a[1]],
    [b[0], a[1]],
    [b[0], b[1]],
    [a[0], b[1]],
  ];
}
