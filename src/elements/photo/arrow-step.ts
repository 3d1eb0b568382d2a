import type { Point, Size } from './drawing.ts';

/** Shares of the photo's longer side. */
export const STEP = 0.01;
const LARGE_STEP = 0.05;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns how far an arrow key moves something, in pixels of the photo; further with Shift. Undefined for other keys. */
export function getArrowStep(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { width, height }: Size,
): Point | undefined {
  const arrow = ARROWS[key];
  const length = (shiftKey ? LARGE_STEP : STEP) * Math.max(width, height);
  return arrow && [arrow[0] * length, arrow[1] * length];
}
