export type Point = readonly [x: number, y: number];

/** Returns the area of a ring: positive if it runs clockwise on a screen (y downwards). */
export function signedArea(ring: readonly Point[]): number {
  let twice = 0;
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
    twice += x0 * y1 - x1 * y0;
  });
  return twice / 2;
}

/** The lines along which overlapping rings are measured. */
const AREA_LINES = 256;

/** Returns the area that rings cover together. Where they overlap it counts once. */
export function coveredArea(rings: readonly (readonly Point[])[]): number {
  const [only, ...others] = rings;
  if (!only) return 0;
  if (others.length === 0) return Math.abs(signedArea(only));
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const top = ys.reduce((least, y) => Math.min(least, y));
  const step = (ys.reduce((most, y) => Math.max(most, y)) - top) / AREA_LINES;
  const lines = Array.from({ length: AREA_LINES }, (_, line) => top + (line + 0.5) * step);
  return lines.reduce((sum, y) => sum + step * coveredLength(rings.flatMap((ring) => crossRing(ring, y))), 0);
}

type Interval = readonly [from: number, to: number];

/** Returns where a horizontal line is inside a ring. */
function crossRing(ring: readonly Point[], y: number): Interval[] {
  const crossings = ring
    .flatMap(([x0, y0], index) => {
      const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
      return y0 <= y !== y1 <= y ? [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)] : [];
    })
    .sort((a, b) => a - b);
  return crossings.flatMap((from, index) => (index % 2 === 0 ? [[from, crossings[index + 1] ?? from]] : []));
}

function coveredLength(intervals: readonly Interval[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

/** Simplifies a closed ring by Douglas-Peucker: no point of it is further than `tolerance` from the result. */
export function simplifyRing(ring: readonly Point[], tolerance: number): Point[] {
  const first = ring[0];
  if (!first || ring.length < 4) return [...ring];
  // A closed ring has no ends: split it at the first point and at the one furthest from it.
  const far = findFurthest(ring, (point) => distanceToSegment(point, first, first)).index;
  const outward = simplifyLine(ring.slice(0, far + 1), tolerance);
  const inward = simplifyLine([...ring.slice(far), first], tolerance);
  return [...outward.slice(0, -1), ...inward.slice(0, -1)];
}

function simplifyLine(line: readonly Point[], tolerance: number): Point[] {
  const start = line[0];
  const end = line.at(-1);
  if (!start || !end || line.length < 3) return [...line];
  const { index, distance } = findFurthest(line, (point) => distanceToSegment(point, start, end));
  if (distance <= tolerance) return [start, end];
  return [
    ...simplifyLine(line.slice(0, index + 1), tolerance).slice(0, -1),
    ...simplifyLine(line.slice(index), tolerance),
  ];
}

function findFurthest(points: readonly Point[], measure: (point: Point) => number) {
  let index = 0;
  let distance = -1;
  for (let position = 0; position < points.length; position += 1) {
    const measured = measure(points[position] as Point);
    if (measured > distance) [index, distance] = [position, measured];
  }
  return { index, distance };
}

export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [x, y] = [point[0] - from[0], point[1] - from[1]];
  const [width, height] = [to[0] - from[0], to[1] - from[1]];
  const length = width ** 2 + height ** 2;
  const along = length === 0 ? 0 : (x * width + y * height) / length;
  const fraction = Math.min(1, Math.max(0, along));
  const dx = x - fraction * width;
  const dy = y - fraction * height;
  return Math.sqrt(dx * dx + dy * dy); // Math.hypot takes several times as long
}
