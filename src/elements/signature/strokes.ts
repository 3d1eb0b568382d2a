/** The box of a signature, in the units of its path. */
export const SIGNATURE_BOX = { width: 600, height: 200 };

export type StrokePoint = readonly [x: number, y: number];

/** Points closer than this to the previous one add nothing to see, only size. */
const MIN_DISTANCE = 2.5;
/** A path stays below 20,000 characters: about 10 per point. */
const MAX_POINTS = 1_800;

/** Adds a point to the last stroke, unless it is too close or the signature is full. */
export function addPoint(strokes: readonly StrokePoint[][], point: StrokePoint): StrokePoint[][] {
  const last = strokes.at(-1) ?? [];
  const [x, y] = last.at(-1) ?? [Infinity, Infinity];
  const isFar = Math.hypot(point[0] - x, point[1] - y) >= MIN_DISTANCE;
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  return isFar && count < MAX_POINTS ? [...strokes.slice(0, -1), [...last, point]] : [...strokes];
}

/** Returns the strokes as an SVG path of lines. A single point becomes a dot. */
export function toPath(strokes: readonly StrokePoint[][]): string {
  const format = ([x, y]: StrokePoint) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  return strokes
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const lines = rest.length > 0 ? rest : [[first[0] + 1, first[1]] as const];
      return [`M${format(first)}${lines.map((point) => `L${format(point)}`).join('')}`];
    })
    .join('');
}
