import type { Point } from '../../analysis/geometry/polygon.ts';

interface NumberLabel {
  /** The outline that the number belongs to. */
  outline: readonly Point[];
  width: number;
  height: number;
}

interface Position {
  x: number;
  y: number;
}

/** Places each number at a corner of its outline, inside the photo and, if possible, not over another number. */
export function placeNumbers(
  labels: readonly NumberLabel[],
  photo: { width: number; height: number },
): Position[] {
  const placed: (Position & NumberLabel)[] = [];
  for (const label of labels) {
    const positions = listPositions(label).map(({ x, y }) => ({
      x: Math.max(0, Math.min(photo.width - label.width, x)),
      y: Math.max(0, Math.min(photo.height - label.height, y)),
    }));
    const free = positions.find(
      (position) => !placed.some((other) => overlap({ ...label, ...position }, other)),
    );
    placed.push({ ...label, ...(free ?? positions[0] ?? { x: 0, y: 0 }) });
  }
  return placed.map(({ x, y }) => ({ x, y }));
}

/** Returns positions in order of preference: outside the outline, which keeps the damage visible, then farther away. */
function listPositions({ outline, width, height }: NumberLabel): Position[] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right] = [xs.reduce(min, Infinity), xs.reduce(max, -Infinity)];
  const [top, bottom] = [ys.reduce(min, Infinity), ys.reduce(max, -Infinity)];
  const corners = [
    { x: left - width, y: top - height },
    { x: right, y: top - height },
    { x: right, y: bottom },
    { x: left - width, y: bottom },
  ];
  const steps = [0, 1, 2, 3].flatMap((step) =>
    corners.map(({ x, y }, index) => ({ x: x + (index % 2 === 0 ? -1 : 1) * step * width, y })),
  );
  return outline.length === 0 ? [{ x: 0, y: 0 }] : steps;
}

function overlap(a: Position & NumberLabel, b: Position & NumberLabel): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const min = (a: number, b: number) => Math.min(a, b);
const max = (a: number, b: number) => Math.max(a, b);
