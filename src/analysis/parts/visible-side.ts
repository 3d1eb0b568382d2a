import type { PartType, Viewpoint } from '../../domain/enums.ts';

const OTHER_SIDE: Partial<Record<PartType, PartType>> = mirrored([
  ['door_front_left', 'door_front_right'],
  ['door_back_left', 'door_back_right'],
  ['head_light_left', 'head_light_right'],
  ['tail_light_left', 'tail_light_right'],
  ['mirror_left', 'mirror_right'],
]);

/**
 * A part as it can be seen from this viewpoint. The two sides of a car look alike, and the model takes one for the
 * other more easily than the whole picture does: doors are on the side that shows, and on a plain side view the lamps
 * and mirrors are too. At a corner, lamps and mirrors of both sides show, so there the model's word stands.
 */
export function onVisibleSide(part: PartType, viewpoint: Viewpoint | undefined): PartType {
  const side = viewpoint?.endsWith('left') ? 'left' : viewpoint?.endsWith('right') ? 'right' : undefined;
  const decides = part.startsWith('door') || viewpoint === side;
  if (side === undefined || !decides || part.endsWith(side)) return part;
  return OTHER_SIDE[part] ?? part;
}

function mirrored(pairs: readonly [PartType, PartType][]): Partial<Record<PartType, PartType>> {
  return Object.fromEntries(
    pairs.flatMap(([left, right]) => [
      [left, right],
      [right, left],
    ]),
  );
}
