import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';

/** How well a side is covered. */
export type SideState = 'missing' | 'poor' | 'good';

/** A damage that was found on a photo of a side. */
export interface RingDamage {
  viewpoint: Viewpoint;
  /** Its kind and its place, in the language of the user. */
  text: string;
}

/** A segment of the ring. The front of the car is up. */
export interface Segment {
  viewpoint: Viewpoint;
  /** The outline. */
  path: string;
  /** Its middle. */
  x: number;
  y: number;
}

const INNER = 108;
const OUTER = 146;
/** Between two segments, in degrees. */
const GAP = 3;
const STEP = 360 / VIEWPOINTS.length;

/** `VIEWPOINTS` go from the front past the left side, which is on the left if the front is up. */
export const SEGMENTS: readonly Segment[] = VIEWPOINTS.map((viewpoint, index) => {
  const middle = -90 - STEP * index;
  const [from, to] = [middle - STEP / 2 + GAP / 2, middle + STEP / 2 - GAP / 2];
  const [a, b, c, d] = [at(OUTER, from), at(OUTER, to), at(INNER, to), at(INNER, from)];
  const [x, y] = at((INNER + OUTER) / 2, middle);
  return {
    viewpoint,
    path: `M${a}A${OUTER} ${OUTER} 0 0 1 ${b}L${c}A${INNER} ${INNER} 0 0 0 ${d}Z`,
    x,
    y,
  };
});

/** The car from above: body, windscreens, roof lines, wheels, mirrors. */
export const CAR_FROM_ABOVE = {
  body: 'M-30 -78C-24 -88 24 -88 30 -78C36 -66 37 -40 37 0C37 44 36 66 31 76C24 86 -24 86 -31 76C-36 66 -37 44 -37 0C-37 -40 -36 -66 -30 -78Z',
  glass:
    'M-27 -34C-18 -42 18 -42 27 -34L22 -16C10 -20 -10 -20 -22 -16Z M-24 56C-14 62 14 62 24 56L20 42C10 45 -10 45 -20 42Z M-30 -26L-26 -12V34L-30 46Z M30 -26L26 -12V34L30 46Z',
  lamps: 'M-29 -76L-16 -82L-18 -75Z M29 -76L16 -82L18 -75Z',
  mirrors: 'M-36 -24L-45 -20L-44 -14L-36 -18Z M36 -24L45 -20L44 -14L36 -18Z',
};

/** Returns the segment that an arrow key leads to: around the ring, as its labels are read. */
export function findNextSide(viewpoint: Viewpoint, key: string): Viewpoint | undefined {
  const step = { ArrowLeft: 1, ArrowDown: 1, ArrowRight: -1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const index = VIEWPOINTS.indexOf(viewpoint) + step;
  return VIEWPOINTS[(index + VIEWPOINTS.length) % VIEWPOINTS.length];
}

function at(radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [round(radius * Math.cos(angle)), round(radius * Math.sin(angle))];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
