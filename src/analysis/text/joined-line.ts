import type { Point } from '../geometry/polygon.ts';
import { type Quad, quadCentre, quadSize } from './quad.ts';

/** Letters of one line are alike in height, and a box around some of them is at most this much off. */
const LIKE_HEIGHT = 1.8;
/** How far from the line through two pieces a third one's middle may lie, in heights. */
const BESIDE = 0.5;

/**
 * The line that several boxes are pieces of: what lies beside it (a bar code, a frame) can break a line in two. Of all
 * pairs of like height that have most pieces on one line, the longest.
 */
export function joinedLine(pieces: readonly Quad[]): Quad | undefined {
  const joined = pieces.flatMap((left) =>
    pieces.flatMap((right) => {
      const [from, to] = [quadCentre(left), quadCentre(right)];
      const [a, b] = [quadSize(left).height, quadSize(right).height];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (left === right || to[0] <= from[0] || Math.max(a, b) > LIKE_HEIGHT * Math.min(a, b)) return [];
      if (length < 2 * Math.max(a, b)) return [];
      const along: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const height = Math.max(a, b);
      const on = pieces.filter((piece) => Math.abs(across(quadCentre(piece), from, along)) < BESIDE * height);
      return [{ on: on.length, quad: around([left, right, ...on], from, along, height) }];
    }),
  );
  return joined.sort((x, y) => y.on - x.on || quadSize(y.quad).width - quadSize(x.quad).width)[0]?.quad;
}

function across([x, y]: Point, [fromX, fromY]: Point, [alongX, alongY]: Point): number {
  return (y - fromY) * alongX - (x - fromX) * alongY;
}

/** A box along the line, from where its first piece begins to where its last one ends. */
function around(pieces: readonly Quad[], from: Point, [x, y]: Point, height: number): Quad {
  const places = pieces.flatMap((quad) =>
    quad.map((corner) => (corner[0] - from[0]) * x + (corner[1] - from[1]) * y),
  );
  const at = (place: number, side: number): Point => [
    from[0] + place * x - side * height * y,
    from[1] + place * y + side * height * x,
  ];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return [at(first, -0.5), at(last, -0.5), at(last, 0.5), at(first, 0.5)];
}
