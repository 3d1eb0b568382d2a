/** A point of an image, in fractions of its longer side. */
export type ImagePoint = readonly [x: number, y: number];

/** Maps points of one image to points of another: 8 numbers, row by row; the ninth is 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number];

/** The same point in two images. */
export interface PointPair {
  from: ImagePoint;
  to: ImagePoint;
}

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0];

export function applyHomography(h: Homography, [x, y]: ImagePoint): [number, number] {
  const w = h[6] * x + h[7] * y + 1;
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
}

/** Returns the mapping in the other direction, or undefined if there is none. */
export function invertHomography([a, b, c, d, e, f, g, h]: Homography): Homography | undefined {
  const scale = a * e - b * d;
  if (Math.abs(scale) < 1e-12) return undefined;
  const [i, j, k] = [e - f * h, c * h - b, b * f - c * e];
  const [l, m, n] = [f * g - d, a - c * g, c * d - a * f];
  const [o, p] = [d * h - e * g, b * g - a * h];
  return [i / scale, j / scale, k / scale, l / scale, m / scale, n / scale, o / scale, p / scale];
}

/** Returns the similarity (scale, rotation, translation) that maps two points to two others. */
export function fitSimilarity(one: PointPair, two: PointPair): Homography | undefined {
  const [dx, dy] = [two.from[0] - one.from[0], two.from[1] - one.from[1]];
  const [ex, ey] = [two.to[0] - one.to[0], two.to[1] - one.to[1]];
  const length = dx * dx + dy * dy;
  if (length < 1e-6) return undefined;
  const [a, b] = [(dx * ex + dy * ey) / length, (dx * ey - dy * ex) / length];
  const [x, y] = one.from;
  return [a, -b, one.to[0] - a * x + b * y, b, a, one.to[1] - b * x - a * y, 0, 0];
}

/** Returns the affine mapping with the least squared error, or undefined if the points do not determine one. */
export function fitAffine(pairs: readonly PointPair[]): Homography | undefined {
  const rows = pairs.map(({ from: [x, y], to }) => ({ row: [x, y, 1], to }));
  const u = solveLeastSquares(rows.map(({ row, to }) => ({ row, value: to[0] })));
  const v = solveLeastSquares(rows.map(({ row, to }) => ({ row, value: to[1] })));
  if (!u || !v) return undefined;
  return toHomography([...u, ...v, 0, 0]);
}

/** Returns the homography with the least squared error, or undefined if the points do not determine one. */
export function fitHomography(pairs: readonly PointPair[]): Homography | undefined {
  const solution = solveLeastSquares(
    pairs.flatMap(({ from: [x, y], to: [u, v] }) => [
      { row: [x, y, 1, 0, 0, 0, -u * x, -u * y], value: u },
      { row: [0, 0, 0, x, y, 1, -v * x, -v * y], value: v },
    ]),
  );
  return solution && toHomography(solution);
}

function toHomography(values: readonly number[]): Homography | undefined {
  return values.length === 8 && values.every(Number.isFinite)
    ? (values as unknown as Homography) // of 8 numbers
    : undefined;
}

/** Solves the normal equations by elimination with pivots. */
function solveLeastSquares(
  equations: readonly { row: readonly number[]; value: number }[],
): number[] | undefined {
  const size = equations[0]?.row.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const { row, value } of equations)
    for (const [i, sum] of matrix.entries()) {
      const factor = row[i] ?? 0;
      for (let j = 0; j < size; j++) sum[j] = (sum[j] ?? 0) + factor * (row[j] ?? 0);
      sum[size] = (sum[size] ?? 0) + factor * value;
    }
  for (let column = 0; column < size; column++) {
    const pivot = findPivot(matrix, column);
    const top = matrix[pivot];
    const divisor = top?.[column] ?? 0;
    if (!top || Math.abs(divisor) < 1e-12) return undefined;
    [matrix[column], matrix[pivot]] = [top, matrix[column] ?? top];
    for (const [i, row] of matrix.entries()) {
      const factor = i === column ? 0 : (row[column] ?? 0) / divisor;
      if (factor !== 0) for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0);
    }
  }
  return matrix.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

function findPivot(matrix: readonly Float64Array[], column: number): number {
  let best = column;
  for (let i = column + 1; i < matrix.length; i++)
    if (Math.abs(matrix[i]?.[column] ?? 0) > Math.abs(matrix[best]?.[column] ?? 0)) best = i;
  return best;
}
