import type { PartType, Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import { nameWheels } from '../wheels/wheel-names.ts';
import { toPartType } from './part-classes.ts';
import { chooseSide, findSidePanels, isSidePanel, onSide, type Side } from './sides.ts';
import { filterTrustedParts } from './trusted-parts.ts';

/** A part of the vehicle on a photo, in the photo's pixels. */
export interface VisiblePart {
  partType: PartType;
  confidence: number;
  box: Box;
  polygons: Point[][];
}

/** Parts of which a photo can show several regions, for example a tail light that the trunk lid divides. */
const DIVIDED_PARTS = ['pillar', 'roof', 'quarter_window', 'tail_light'];

/**
 * Converts the part model's detections to part types. The viewpoint names the wheels and decides between left and
 * right. A part exists once: of several detections, the most confident is kept. Wheels and divided parts may be there
 * several times.
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
  const shownSide = getViewedSide(viewpoint) ?? chooseSide(findSidePanels(trusted));
  for (const detection of [...trusted].sort((a, b) => b.confidence - a.confidence)) {
    const detected = toPartType(detection.type);
    if (detected === undefined || detected === 'wheel') continue;
    const partType = correctSide(detected, viewpoint, shownSide);
    const isDivided = DIVIDED_PARTS.some((name) => partType.startsWith(name));
    if (!isDivided && parts.some((part) => part.partType === partType)) continue;
    parts.push(toPart(detection, partType));
  }
  return parts;
}

function toPart({ confidence, box, polygons }: Detection, partType: PartType): VisiblePart {
  return { partType, confidence, box, polygons };
}

/**
 * Moves a part to the side that the photo shows. The two sides of a car look alike, and the model confuses them more
 * often than the viewpoint does. Side panels are on the visible side, except from straight ahead or behind; on a plain
 * side view, so are lamps and mirrors. At a corner, lamps and mirrors of both sides are visible, so the model's side is
 * kept.
 */
function correctSide(
  part: PartType,
  viewpoint: Viewpoint | undefined,
  shownSide: Side | undefined,
): PartType {
  const isEnd = viewpoint === 'front' || viewpoint === 'back';
  const isDecided = isSidePanel(part) ? !isEnd : viewpoint === shownSide;
  return shownSide && isDecided ? onSide(part, shownSide) : part;
}

function getViewedSide(viewpoint: Viewpoint | undefined): Side | undefined {
  if (viewpoint?.endsWith('left')) return 'left';
  return viewpoint?.endsWith('right') ? 'right' : undefined;
}
