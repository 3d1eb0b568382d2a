/** Corners in pixels: left, top, right, bottom. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function boxArea({ x0, y0, x1, y1 }: Box): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
}

export function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns the intersection over union, 0 to 1. */
export function iou(a: Box, b: Box): number {
  const shared = intersectionArea(a, b);
  return shared === 0 ? 0 : shared / (boxArea(a) + boxArea(b) - shared);
}

/** Returns the intersection over the area of the smaller box, 0 to 1. It is 1 if one box contains the other. */
export function intersectionOverSmaller(a: Box, b: Box): number {
  const shared = intersectionArea(a, b);
  return shared === 0 ? 0 : shared / Math.min(boxArea(a), boxArea(b));
}

export function clampBox({ x0, y0, x1, y1 }: Box, width: number, height: number): Box {
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return { x0: clamp(x0, width), y0: clamp(y0, height), x1: clamp(x1, width), y1: clamp(y1, height) };
}

/** Returns the smallest box that contains both. */
export function uniteBoxes(a: Box, b: Box): Box {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** Returns the smallest box that contains all boxes. Undefined if there is none. */
export function boundingBox(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes;
  return first && others.reduce(uniteBoxes, first);
}

/** Returns the weighted mean of the boxes. */
export function meanBox(boxes: readonly { box: Box; weight: number }[]): Box {
  const totalWeight = boxes.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (side: keyof Box) =>
    boxes.reduce((sum, { box, weight }) => sum + box[side] * weight, 0) / totalWeight;
  return { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1') };
}
