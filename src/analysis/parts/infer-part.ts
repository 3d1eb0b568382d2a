import type { DamageType, PartType, Viewpoint } from '../../domain/enums.ts';
import type { Box } from '../geometry/box.ts';
import type { VisiblePart } from './visible-parts.ts';

/** Where a damage is on a photo. */
interface Place {
  viewpoint: Viewpoint | undefined;
  /** Its center, 0 at the left edge of the photo and 1 at the right. */
  x: number;
  /** Its center, 0 at the top edge of the photo and 1 at the bottom. */
  y: number;
}

/**
 * Returns the part that the type of a damage and the side of the photo leave: a broken light at the back is a tail light.
 * Returns undefined if several parts are possible.
 */
export function inferPart(damageType: DamageType, { viewpoint, x }: Omit<Place, 'y'>): PartType | undefined {
  if (!viewpoint) return undefined;
  const end = viewpoint.startsWith('front') ? 'front' : viewpoint.startsWith('back') ? 'back' : undefined;
  if (!end) return undefined;
  if (damageType === 'broken_light') {
    const lamp = end === 'front' ? 'head_light' : 'tail_light';
    return `${lamp}_${findSide(viewpoint, x)}`;
  }
  // From a corner, the side windows are visible too.
  if (damageType === 'broken_glass' && viewpoint === end) return `windshield_${end}`;
  return undefined;
}

/** From the front, the left of the vehicle is on the right of the photo. From a corner, the lamp of that corner is nearer. */
function findSide(viewpoint: Viewpoint, x: number): 'left' | 'right' {
  if (viewpoint.endsWith('left')) return 'left';
  if (viewpoint.endsWith('right')) return 'right';
  return x < 0.5 === (viewpoint === 'back') ? 'left' : 'right';
}

/**
 * Returns the panel that is usually at this place of a photo from this side. A guess for damages on no visible part: the
 * photographer stated the side, and a user reviews the damage.
 */
export function guessPanel({ viewpoint, x, y }: Place): PartType | undefined {
  switch (viewpoint) {
    case undefined:
      return undefined;
    case 'front':
      return y < 0.5 ? 'hood' : 'bumper_front';
    case 'back':
      return y < 0.5 ? 'trunk' : 'bumper_back';
    case 'left':
      return x < 0.5 ? 'door_front_left' : 'door_back_left';
    case 'right':
      return x < 0.5 ? 'door_back_right' : 'door_front_right';
    default:
      return `fender_${viewpoint}`;
  }
}

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
