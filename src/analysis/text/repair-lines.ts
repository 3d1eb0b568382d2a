import type { Point } from '../geometry/polygon.ts';
import { expandQuad, type Quad, quadCentre, quadSize } from './quad.ts';
import type { RecognizedLine } from './recognized-line.ts';

/** The largest ratio of the heights of two pieces of one line. */
const MAX_HEIGHT_RATIO = 1.8;
/** The largest distance of a piece's centre from the line through two others, in letter heights. */
const MAX_DISTANCE = 0.5;

/**
 * Returns the line that several boxes are pieces of: a bar code or a frame beside a line can split it. Of all pairs of
 * similar height, chooses the one with the most pieces on its line, then the longest.
 */
export function joinLinePieces(pieces: readonly Quad[]): Quad | undefined {
  const lines = pieces.flatMap((left) =>
    pieces.flatMap((right) => {
      const [from, to] = [quadCentre(left), quadCentre(right)];
      const [a, b] = [quadSize(left).height, quadSize(right).height];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (left === right || to[0] <= from[0] || Math.max(a, b) > MAX_HEIGHT_RATIO * Math.min(a, b)) return [];
      if (length < 2 * Math.max(a, b)) return [];
      const direction: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const height = Math.max(a, b);
      const onLine = pieces.filter(
        (piece) => Math.abs(distanceFromLine(quadCentre(piece), from, direction)) < MAX_DISTANCE * height,
      );
      return [{ count: onLine.length, quad: enclose([left, right, ...onLine], from, direction, height) }];
    }),
  );
  return lines.sort((x, y) => y.count - x.count || quadSize(y.quad).width - quadSize(x.quad).width)[0]?.quad;
}

function distanceFromLine([x, y]: Point, [fromX, fromY]: Point, [directionX, directionY]: Point): number {
  return (y - fromY) * directionX - (x - fromX) * directionY;
}

/** Returns a box along the line, from the start of the first piece to the end of the last. */
function enclose(pieces: readonly Quad[], from: Point, [x, y]: Point, height: number): Quad {
  const positions = pieces.flatMap((quad) =>
    quad.map((corner) => (corner[0] - from[0]) * x + (corner[1] - from[1]) * y),
  );
  const at = (position: number, side: number): Point => [
    from[0] + position * x - side * height * y,
    from[1] + position * y + side * height * x,
  ];
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  return [at(first, -0.5), at(last, -0.5), at(last, 0.5), at(first, 0.5)];
}

/** The least confidence of a line that is worth reading again. */
const MIN_CONFIDENCE = 0.7;

/**
 * Returns the box of a line that may be cut, widened to hold a text of `length` characters: the detector loses the first or
 * last characters of a line that a reflection or a bar code touches. Of several lines, takes the one with the most
 * characters. Undefined if none has at least half of them.
 */
export function widenCutLine(lines: readonly RecognizedLine[], length: number): Quad | undefined {
  const [longest] = lines
    .map(({ quad, line }) => ({
      quad,
      confidence: line.confidence,
      count: line.text.replace(/[^A-Za-z0-9]/g, '').length,
    }))
    .filter(({ count, confidence }) => count * 2 >= length && count < length && confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.count - a.count || b.confidence - a.confidence);
  if (!longest) return undefined;
  const { width, height } = quadSize(longest.quad);
  const missing = ((length - longest.count) / longest.count) * width;
  return expandQuad(longest.quad, missing / Math.max(height, 1e-9), 0);
}
