export type Point = readonly [x: number, y: number];

/** Positive when the ring runs clockwise on a screen (y downwards). */
export function signedArea(ring: readonly Point[]): number {
  let twice = 0;
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
    twice += x0 * y1 - x1 * y0;
  });
  return twice / 2;
}

/** Douglas-Peucker on a closed ring: no point of the ring lies further than `tolerance` from the result. */
export function simplify(ring: readonly Point[], tolerance: number): Point[] {
  const first = ring[0];
  if (!first || ring.length < 4) return [...ring];
  // A closed ring has no ends: cut it at the first point and at the one furthest from it.
  const far = furthest(ring, (point) => Math.hypot(point[0] - first[0], point[1] - first[1])).index;
  const there = thin(ring.slice(0, far + 1), tolerance);
  const back = thin([...ring.slice(far), first], tolerance);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

function thin(line: readonly Point[], tolerance: number): Point[] {
  const start = line[0];
  const end = line.at(-1);
  if (!start || !end || line.length < 3) return [...line];
  const { index, distance } = furthest(line, (point) => distanceToSegment(point, start, end));
  if (distance <= tolerance) return [start, end];
  return [...thin(line.slice(0, index + 1), tolerance).slice(0, -1), ...thin(line.slice(index), tolerance)];
}

function furthest(points: readonly Point[], measure: (point: Point) => number) {
  let index = 0;
  let distance = -1;
  points.forEach((point, position) => {
    const here = measure(point);
    if (here > distance) [index, distance] = [position, here];
  });
  return { index, distance };
}

export function distanceToSegment([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
  const along = length === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0));
}
