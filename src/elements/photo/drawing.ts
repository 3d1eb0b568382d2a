import type { BoundingBox, Polygon } from '../../domain/view.ts';
import { around } from '../../rules/views.ts';

export const DRAWING_TOOLS = ['box', 'polygon'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

export type Point = [x: number, y: number];

/** Of the photo, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** An outline in the making, in pixels of the photo. Pointer and keyboard move the cursor and set points alike. */
export interface Drawing {
  tool: DrawingTool;
  size: Size;
  cursor: Point;
  points: readonly Point[];
}

/** What `views.createOne` takes. */
export interface DrawnView {
  polygons: Polygon[];
  boundingBox: BoundingBox;
}

/** Near enough to the first point to mean it, as a share of the photo's longer side. */
const CLOSE = 0.02;

export function startDrawing(tool: DrawingTool, size: Size): Drawing {
  return { tool, size, cursor: [Math.round(size.width / 2), Math.round(size.height / 2)], points: [] };
}

export function moveTo(drawing: Drawing, [x, y]: Point): Drawing {
  const { width, height } = drawing.size;
  const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));
  return { ...drawing, cursor: [within(x, width), within(y, height)] };
}

/** Moves the cursor by shares of the photo's longer side. */
export function nudge(drawing: Drawing, across: number, down: number): Drawing {
  const step = Math.max(drawing.size.width, drawing.size.height);
  const [x, y] = drawing.cursor;
  return moveTo(drawing, [x + across * step, y + down * step]);
}

/** Sets a point where the cursor is. */
export function setPoint(drawing: Drawing): Drawing {
  return { ...drawing, points: [...drawing.points, drawing.cursor] };
}

export function takeBack(drawing: Drawing): Drawing {
  return { ...drawing, points: drawing.points.slice(0, -1) };
}

/** A box has two corners; a polygon is closed where it began. */
export function isClosed({ tool, points, size }: Drawing): boolean {
  if (tool === 'box') return points.length === 2;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 4) return false;
  return Math.hypot(last[0] - first[0], last[1] - first[1]) <= CLOSE * Math.max(size.width, size.height);
}

/** The outline as it is, where it encloses anything. */
export function drawnView(drawing: Drawing): DrawnView | undefined {
  const ring = ringOf(drawing);
  if (ring.length < 3) return undefined;
  const boundingBox = around([ring]);
  return boundingBox.width > 0 && boundingBox.height > 0 ? { polygons: [ring], boundingBox } : undefined;
}

function ringOf(drawing: Drawing): Polygon {
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
