import { type Quad, quadCentre, quadSize } from './quad.ts';

/** Lines from top to bottom, and from left to right where they stand beside each other: rows of a page. */
export function inReadingOrder<T extends { quad: Quad }>(lines: readonly T[]): T[] {
  return rowsOf(lines).flat();
}

/** Lines grouped into rows: a line joins a row when their middles are less than half a letter apart. */
export function rowsOf<T extends { quad: Quad }>(lines: readonly T[]): T[][] {
  const placed = lines.map((line) => {
    const [x, y] = quadCentre(line.quad);
    return { line, x, y, height: levelHeight(line.quad) };
  });
  placed.sort((a, b) => a.y - b.y);
  const rows: (typeof placed)[] = [];
  for (const one of placed) {
    const row = rows.findLast((members) =>
      members.some(({ y, height }) => Math.abs(one.y - y) < Math.min(one.height, height) / 2),
    );
    if (row) row.push(one);
    else rows.push([one]);
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x).map(({ line }) => line));
}

function levelHeight(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return Math.min(width, height);
}
