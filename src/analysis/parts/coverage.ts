import { type ComplianceReason, VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { ComplianceResult } from '../../domain/image.ts';
import type { Detection } from '../detection/detections.ts';
import type { Box } from '../geometry/box.ts';
import { viewpointFrom } from './viewpoint.ts';

interface Photo {
  width: number;
  height: number;
}

/** Below this, what was found is no vehicle. */
const SURE = 0.4;
/** A vehicle narrower than this part of the photo is too far away to show damage. */
const TOO_FAR = 0.4;
/** Within this part of the photo's width, a vehicle counts as touching the border. */
const AT_BORDER = 0.01;

/**
 * Whether a photo that should show the vehicle whole from some side does. `wanted` is that side; where nobody said
 * which, the angle is not judged.
 */
export function coverageCompliance(
  findings: readonly Detection[],
  photo: Photo,
  wanted: Viewpoint | undefined,
): ComplianceResult {
  const reasons = reasonsAgainst(
    findings.filter(({ confidence }) => confidence >= SURE),
    photo,
    wanted,
  ).map(([code, text]) => `${code}--${text}`);
  return { status: 'DONE', is_compliant: reasons.length === 0, reasons };
}

function reasonsAgainst(
  parts: readonly Detection[],
  photo: Photo,
  wanted: Viewpoint | undefined,
): [ComplianceReason, string][] {
  const vehicle = hull(parts);
  if (!vehicle) return [['NO_VEHICLE', 'no vehicle can be seen; point the camera at it']];
  const reasons: [ComplianceReason, string][] = [];
  const cut = cutSides(vehicle, photo);
  if (cut === 2) reasons.push(['TOO_ZOOMED', 'the vehicle is cut off on both sides; step back']);
  if (cut === 1)
    reasons.push(['MISSING_PARTS', 'the vehicle is cut off; turn the camera until all of it shows']);
  const isFar = vehicle.x1 - vehicle.x0 < TOO_FAR * photo.width && cut === 0;
  if (isFar) reasons.push(['NOT_ZOOMED_ENOUGH', 'the vehicle is too far away; step closer']);
  const seen = viewpointFrom(parts)?.prediction;
  // Who is told to step closer is not told to step back as well.
  if (!seen && !isFar)
    reasons.push([
      'UNKNOWN_VIEWPOINT',
      'it can not be told which side this is; step back to show more of it',
    ]);
  if (seen && wanted && stepsApart(seen, wanted) > 1)
    reasons.push(['WRONG_ANGLE', `this shows the ${spoken(seen)}; walk to the ${spoken(wanted)}`]);
  return reasons;
}

function hull(parts: readonly Detection[]): Box | undefined {
  if (parts.length === 0) return undefined;
  const boxes = parts.map(({ box }) => box);
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}

function cutSides({ x0, x1 }: Box, { width }: Photo): 0 | 1 | 2 {
  const left = x0 <= AT_BORDER * width ? 1 : 0;
  const right = x1 >= (1 - AT_BORDER) * width ? 1 : 0;
  return (left + right) as 0 | 1 | 2;
}

/** The viewpoints stand in a ring around the vehicle; a neighbour is still a fair answer to what was asked. */
function stepsApart(a: Viewpoint, b: Viewpoint): number {
  const apart = Math.abs(VIEWPOINTS.indexOf(a) - VIEWPOINTS.indexOf(b));
  return Math.min(apart, VIEWPOINTS.length - apart);
}

function spoken(viewpoint: Viewpoint): string {
  return viewpoint.replace('_', ' ');
}
