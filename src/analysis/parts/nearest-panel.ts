import type { DamageType, PartType } from '../../domain/enums.ts';
import type { Box } from '../geometry/box.ts';
import type { VisiblePart } from './visible-parts.ts';

/** Damages of painted panels. Others belong to a lamp, a window or a wheel. */
export const PANEL_DAMAGES: readonly DamageType[] = [
  'body_crack',
  'dent',
  'misshape',
  'missing_piece',
  'paint_peeling',
  'rustiness',
  'scattered_scratches',
  'scratch',
  'smash',
];
const PANEL = /^(bumper|door|fender|hood|rocker_panel|roof|trunk)/;
/** As a fraction of the photo's longer side. Further away, the damage is on a part that the model does not see. */
const MAX_DISTANCE = 0.08;

/**
 * Returns the panel next to a damage that lies on no visible part: outlines of parts leave gaps between them. Returns
 * undefined if none is near.
 */
export function findNearestPanel(
  { damageType, box }: { damageType: DamageType; box: Box },
  parts: readonly VisiblePart[],
  photo: { imageWidth: number; imageHeight: number },
): PartType | undefined {
  if (!PANEL_DAMAGES.includes(damageType)) return undefined;
  const limit = MAX_DISTANCE * Math.max(photo.imageWidth, photo.imageHeight);
  const near = parts
    .filter(({ partType }) => PANEL.test(partType))
    .map(({ partType, box: other }) => ({ partType, distance: computeDistance(box, other) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.partType;
}

/** Returns the distance between the nearest points of two boxes, 0 if they overlap. */
function computeDistance(a: Box, b: Box): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.hypot(dx, dy);
}
