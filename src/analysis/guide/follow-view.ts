import type { Box } from '../geometry/box.ts';
import type { FrameView } from './frame-view.ts';
import type { Thumbnail } from './movement.ts';

/** A frame that the part model looked at. */
export interface LookedFrame {
  view: FrameView;
  /** When it was taken, in milliseconds. */
  at: number;
  /** How long the look took, in milliseconds. */
  tookMs: number;
}

/** A device that looks within this time looks at every frame. */
const FAST_LOOK_MS = 120;
/** An older frame says nothing about the present. */
const MAX_AGE_MS = 1500;

/**
 * Returns whether a frame may be followed from the frame before it, instead of another look.
 *
 * @param before The frame before it. Undefined if that one was followed itself: at most one frame is, then the model looks again.
 * @param at When the frame was taken, in milliseconds.
 */
export function canFollow(before: LookedFrame | undefined, at: number): before is LookedFrame {
  if (!before || before.tookMs <= FAST_LOOK_MS || at - before.at > MAX_AGE_MS) return false;
  return before.view.vehicle !== undefined;
}

/**
 * Returns a frame with the vehicle of an earlier one, moved as the picture has moved. Its quality and size are those of the frame
 * itself; side, confidence and tilt are those of the earlier one.
 */
export function followView(
  { vehicle, wheel, hasPartModel, thumbnail }: FrameView,
  assessed: FrameView,
): FrameView {
  const shift = measureViewShift(thumbnail, assessed.thumbnail);
  return {
    ...assessed,
    hasPartModel,
    isFollowed: true,
    ...(vehicle && { vehicle: { ...vehicle, box: moveBox(vehicle.box, shift) } }),
    ...(wheel && { wheel: moveBox(wheel, shift) }),
  };
}

/** A phone that was turned shows another picture: nothing is known about its movement, which is then too fast for a photo. */
function measureViewShift(before: Thumbnail, after: Thumbnail): Shift {
  const isTurned = before.width !== after.width || before.height !== after.height;
  return isTurned ? { x: 0, y: 0 } : measureShift(before, after);
}

function moveBox({ x0, y0, x1, y1 }: Box, { x, y }: Shift): Box {
  return { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y };
}

/** How far a picture moved, as fractions of the frame. Positive: to the right, down. */
export interface Shift {
  x: number;
  y: number;
}

/** The farthest shift that is searched, in pixels of a thumbnail: a tenth of the frame. */
const MAX_SHIFT = 6;

/**
 * Returns how far the picture moved between two thumbnails of one size: the shift at which they differ least. Between pixels, the
 * differences on both sides of it decide.
 */
export function measureShift(before: Thumbnail, after: Thumbnail): Shift {
  const { width, height } = after;
  const reach = Math.min(MAX_SHIFT, Math.floor(width / 4), Math.floor(height / 4));
  const differ = (x: number, y: number) => measureDifference(before, after, { x, y }, reach);
  let best = { x: 0, y: 0, difference: differ(0, 0) };
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const difference = differ(x, y);
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  const { x, y, difference } = best;
  return {
    x: (x + refine(differ(x - 1, y), difference, differ(x + 1, y))) / Math.max(1, width),
    y: (y + refine(differ(x, y - 1), difference, differ(x, y + 1))) / Math.max(1, height),
  };
}

/** Returns the mean difference of the pixels that both thumbnails have at every shift that is searched, and at those beside it. */
function measureDifference(before: Thumbnail, after: Thumbnail, { x, y }: Shift, reach: number): number {
  const { width, height } = after;
  const margin = reach + 1;
  let sum = 0;
  for (let row = margin; row < height - margin; row++) {
    const from = row * width;
    const to = (row + y) * width + x;
    for (let column = margin; column < width - margin; column++)
      sum += Math.abs((after.data[to + column] as number) - (before.data[from + column] as number));
  }
  return sum;
}

/** Returns where between its neighbours, -0.5 to 0.5, the least of three differences is. They rise equally steeply on both sides. */
function refine(left: number, least: number, right: number): number {
  const rise = Math.max(left, right) - least;
  return rise <= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * rise)));
}
