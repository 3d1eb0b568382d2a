import type { Viewpoint, WheelName } from '../../domain/enums.ts';
import type { Box } from '../geometry/box.ts';

/** On which side of the picture the front of the car lies, seen from its left and from its right. */
const FRONT_IS_LEFT = { left: true, right: false };

/**
 * Names for the wheels of a photo. From a side or a corner the wheels of that side show, and along the picture they
 * stand in the car's own order. A single wheel on a corner view is the one at that corner; on a plain side view it
 * could be either. Head-on nothing can be told of the wheels' depth, so left and right decide alone and only for
 * two. Undefined for a wheel that has no certain name.
 */
export function nameWheels(
  boxes: readonly Box[],
  viewpoint: Viewpoint | undefined,
): (WheelName | undefined)[] {
  if (viewpoint === undefined) return boxes.map(() => undefined);
  const end = viewpoint.startsWith('front') ? 'front' : viewpoint.startsWith('back') ? 'back' : undefined;
  const side = viewpoint.endsWith('left') ? 'left' : viewpoint.endsWith('right') ? 'right' : undefined;
  if (side === undefined) return nameByEnd(boxes, end ?? 'front');
  const [first, last] = outermost(boxes);
  const front = FRONT_IS_LEFT[side] ? first : last;
  const back = FRONT_IS_LEFT[side] ? last : first;
  return boxes.map((box): WheelName | undefined => {
    if (front === back) return box === front && end ? `wheel_${end}_${side}` : undefined;
    if (box === front) return `wheel_front_${side}`;
    return box === back ? `wheel_back_${side}` : undefined;
  });
}

/** Seen head-on, the car's left is on the picture's right; from behind it is where the viewer's is. */
function nameByEnd(boxes: readonly Box[], end: 'front' | 'back'): (WheelName | undefined)[] {
  const [first, last] = outermost(boxes);
  if (boxes.length !== 2 || first === last) return boxes.map(() => undefined);
  const [onLeft, onRight] = end === 'front' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return boxes.map((box): WheelName => `wheel_${end}_${box === first ? onLeft : onRight}`);
}

/** At a corner the far wheel of the same side is half as tall as the near one, seldom less. */
const NEAR = 0.5;

/** Of the large wheels the leftmost and the rightmost: small ones belong to cars behind, or to the far side. */
function outermost(boxes: readonly Box[]): [Box | undefined, Box | undefined] {
  const height = ({ y0, y1 }: Box) => y1 - y0;
  const tallest = Math.max(0, ...boxes.map(height));
  const near = boxes.filter((box) => height(box) >= NEAR * tallest);
  const byPlace = near.sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1);
  return [byPlace[0], byPlace.at(-1)];
}
