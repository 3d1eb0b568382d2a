import type { PartType, Viewpoint, WheelName } from '../../domain/enums.ts';
import type { Box } from '../geometry/box.ts';

/** Whether the front of the car is on the left of the photo, by the side that the photo shows. */
const IS_FRONT_LEFT = { left: true, right: false };
/** Shorter wheels, relative to the tallest, are ignored. At a corner, the far wheel of the same side is half as tall. */
const MIN_HEIGHT_RATIO = 0.5;

const HUBCAP_OF: Partial<Record<PartType, PartType>> = {
  wheel: 'hubcap',
  wheel_front_left: 'hubcap_front_left',
  wheel_front_right: 'hubcap_front_right',
  wheel_back_left: 'hubcap_back_left',
  wheel_back_right: 'hubcap_back_right',
};

/** Returns the hubcap of a wheel. Returns any other part unchanged. */
export function toHubcapPart(part: PartType): PartType {
  return HUBCAP_OF[part] ?? part;
}

/**
 * Names the wheels of a photo by their position. The result has undefined for a wheel whose name is uncertain.
 *
 * From a side or a corner, the wheels of that side are visible, in the car's order from left to right. A single wheel on
 * a corner view is the one at that corner; on a plain side view it could be either. From the front or the back, only
 * exactly two wheels are named, as left and right.
 */
export function nameWheels(
  boxes: readonly Box[],
  viewpoint: Viewpoint | undefined,
): (WheelName | undefined)[] {
  if (viewpoint === undefined) return boxes.map(() => undefined);
  const end = viewpoint.startsWith('front') ? 'front' : viewpoint.startsWith('back') ? 'back' : undefined;
  const side = viewpoint.endsWith('left') ? 'left' : viewpoint.endsWith('right') ? 'right' : undefined;
  if (side === undefined) return nameFromEnd(boxes, end ?? 'front');
  const [leftmost, rightmost] = findOutermost(boxes);
  const front = IS_FRONT_LEFT[side] ? leftmost : rightmost;
  const back = IS_FRONT_LEFT[side] ? rightmost : leftmost;
  return boxes.map((box): WheelName | undefined => {
    if (front === back) return box === front && end ? `wheel_${end}_${side}` : undefined;
    if (box === front) return `wheel_front_${side}`;
    return box === back ? `wheel_back_${side}` : undefined;
  });
}

/** From the front, the car's left is on the right of the photo. From the back, it is on the left. */
function nameFromEnd(boxes: readonly Box[], end: 'front' | 'back'): (WheelName | undefined)[] {
  const [leftmost, rightmost] = findOutermost(boxes);
  if (boxes.length !== 2 || leftmost === rightmost) return boxes.map(() => undefined);
  const [onLeft, onRight] = end === 'front' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return boxes.map((box): WheelName => `wheel_${end}_${box === leftmost ? onLeft : onRight}`);
}

/** Returns the leftmost and the rightmost of the large wheels. Small ones belong to other cars or to the far side. */
function findOutermost(boxes: readonly Box[]): [Box | undefined, Box | undefined] {
  const height = ({ y0, y1 }: Box) => y1 - y0;
  const tallest = Math.max(0, ...boxes.map(height));
  const large = boxes.filter((box) => height(box) >= MIN_HEIGHT_RATIO * tallest);
  const fromLeft = large.sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1);
  return [fromLeft[0], fromLeft.at(-1)];
}
