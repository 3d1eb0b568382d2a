import type { Box } from '../geometry/box.ts';
import type { FrameView } from './frame-view.ts';
import type { Thumbnail } from './movement.ts';
import { measureShift, type Shift } from './shift.ts';

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
/** What an older frame showed says nothing about the present. */
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
