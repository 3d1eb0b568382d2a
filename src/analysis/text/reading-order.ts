import { type Quad, quadCentre, quadSize } from './quad.ts';

/** Sorts lines from top to bottom, and the lines of a row from left to right. */
export function sortInReadingOrder<T extends { quad: Quad }>(lines: readonly T[]): T[] {
  return groupIntoRows(lines).flat();
}

/** Groups lines into rows. A line belongs to a row if their centres are less than half a letter height apart. */
export function groupIntoRows<T extends { quad: Quad }>(lines: readonly T[]): T[][] {
  const placed = lines.map((line) => {
    const [x, y] = quadCentre(line.quad);
    return { line, x, y, height: rowHeight(line.quad) };
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

function rowHeight(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return Math.min(width, height);
}
