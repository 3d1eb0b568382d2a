/** Corners in pixels: left, top, right, bottom. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function area({ x0, y0, x1, y1 }: Box): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
}

export function intersection(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const shared = intersection(a, b);
  return shared === 0 ? 0 : shared / (area(a) + area(b) - shared);
}

/** Intersection over the smaller of the two, 0 to 1: 1 where one lies in the other. */
export function shareOfSmaller(a: Box, b: Box): number {
  const shared = intersection(a, b);
  return shared === 0 ? 0 : shared / Math.min(area(a), area(b));
}

export function clampBox({ x0, y0, x1, y1 }: Box, width: number, height: number): Box {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return { x0: clamp(x0, width), y0: clamp(y0, height), x1: clamp(x1, width), y1: clamp(y1, height) };
}

/** Where several boxes lie on average, the weightier ones more. */
export function meanBox(boxes: readonly { box: Box; weight: number }[]): Box {
  const whole = boxes.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (side: keyof Box) =>
    boxes.reduce((sum, { box, weight }) => sum + box[side] * weight, 0) / whole;
  return { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1') };
}
