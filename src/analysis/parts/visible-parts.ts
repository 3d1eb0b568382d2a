import type { PartType, Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import { nameWheels } from '../wheels/wheel-names.ts';
import { PART_OF_CLASS } from './part-classes.ts';
import { filterTrustedParts } from './trusted-parts.ts';

/** A part of the vehicle on a photo, in the photo's pixels. */
export interface VisiblePart {
  partType: PartType;
  confidence: number;
  box: Box;
  polygons: Point[][];
}

const OTHER_SIDE: Partial<Record<PartType, PartType>> = mapBothWays([
  ['door_front_left', 'door_front_right'],
  ['door_back_left', 'door_back_right'],
  ['head_light_left', 'head_light_right'],
  ['tail_light_left', 'tail_light_right'],
  ['mirror_left', 'mirror_right'],
]);

/**
 * Converts the part model's detections to part types. The viewpoint names the wheels and decides between left and
 * right. A part other than a wheel exists once: of several detections, the most confident is kept.
 */
export function findVisibleParts(
  detections: readonly Detection[],
  viewpoint: Viewpoint | undefined,
): VisiblePart[] {
  const trusted = filterTrustedParts(detections);
  const wheels = trusted.filter(({ type }) => type === 'wheel');
  const names = nameWheels(
    wheels.map(({ box }) => box),
    viewpoint,
  );
  const parts: VisiblePart[] = wheels.map((wheel, index) => toPart(wheel, names[index] ?? 'wheel'));
  for (const detection of [...trusted].sort((a, b) => b.confidence - a.confidence)) {
    const detected = PART_OF_CLASS[detection.type];
    if (detected === undefined || detected === 'wheel') continue;
    const partType = correctSide(detected, viewpoint);
    if (parts.some((part) => part.partType === partType)) continue;
    parts.push(toPart(detection, partType));
  }
  return parts;
}

function toPart({ confidence, box, polygons }: Detection, partType: PartType): VisiblePart {
  return { partType, confidence, box, polygons };
}

/**
 * Moves a part to the side that the viewpoint shows. The two sides of a car look alike, and the model confuses them more
 * often than the viewpoint does. Doors are on the visible side; on a plain side view, so are lamps and mirrors. At a
 * corner, lamps and mirrors of both sides are visible, so the model's side is kept.
 */
function correctSide(part: PartType, viewpoint: Viewpoint | undefined): PartType {
  const side = viewpoint?.endsWith('left') ? 'left' : viewpoint?.endsWith('right') ? 'right' : undefined;
  const isDecided = part.startsWith('door') || viewpoint === side;
  if (side === undefined || !isDecided || part.endsWith(side)) return part;
  return OTHER_SIDE[part] ?? part;
}

function mapBothWays(pairs: readonly [PartType, PartType][]): Partial<Record<PartType, PartType>> {
  return Object.fromEntries(
    pairs.flatMap(([left, right]) => [
      [left, right],
      [right, left],
    ]),
  );
}
