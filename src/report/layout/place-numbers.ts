import type { Point } from '../../analysis/geometry/polygon.ts';

interface Chip {
  /** The outline that the number belongs to. */
  around: readonly Point[];
  width: number;
  height: number;
}

interface Place {
  x: number;
  y: number;
}

/** A place for each number at a corner of its outline, inside the picture, and not on another number if there is one. */
export function placeNumbers(chips: readonly Chip[], picture: { width: number; height: number }): Place[] {
  const taken: (Place & Chip)[] = [];
  for (const chip of chips) {
    const inside = candidates(chip).map(({ x, y }) => ({
      x: Math.max(0, Math.min(picture.width - chip.width, x)),
      y: Math.max(0, Math.min(picture.height - chip.height, y)),
    }));
    const free = inside.find((place) => !taken.some((other) => overlap({ ...chip, ...place }, other)));
    taken.push({ ...chip, ...(free ?? inside[0] ?? { x: 0, y: 0 }) });
  }
  return taken.map(({ x, y }) => ({ x, y }));
}

/** Outside of the outline first, so that the damage stays in sight; then further and further away. */
function candidates({ around, width, height }: Chip): Place[] {
  const [xs, ys] = [around.map(([x]) => x), around.map(([, y]) => y)];
  const [left, right] = [xs.reduce(least, Infinity), xs.reduce(most, -Infinity)];
  const [top, bottom] = [ys.reduce(least, Infinity), ys.reduce(most, -Infinity)];
  const corners = [
    { x: left - width, y: top - height },
    { x: right, y: top - height },
    { x: right, y: bottom },
    { x: left - width, y: bottom },
  ];
  const steps = [0, 1, 2, 3].flatMap((step) =>
    corners.map(({ x, y }, index) => ({ x: x + (index % 2 === 0 ? -1 : 1) * step * width, y })),
  );
  return around.length === 0 ? [{ x: 0, y: 0 }] : steps;
}

function overlap(a: Place & Chip, b: Place & Chip): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);
