import type { ComplianceReason, Viewpoint } from '../../domain/enums.ts';
import type { ComplianceResult } from '../../domain/records/image.ts';
import { getPhotoHints, isCloseUp } from '../../domain/sights/photo-hints.ts';
import { areNeighbours } from '../../domain/sights/viewpoints.ts';
import type { Coverage } from '../../domain/task/analysis-result.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { type Box, boundingBox } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import { findHintedViewpoint } from './hinted-parts.ts';
import { predictViewpoint } from './viewpoint.ts';

/** Parts below this confidence are not taken for a vehicle. */
export const VEHICLE_THRESHOLD = 0.4;
/** A vehicle narrower than this fraction of the photo is too far away to show damage. */
const MIN_VEHICLE_WIDTH = 0.4;
/** A vehicle within this fraction of the photo's width from a border counts as cut off there. */
const BORDER_MARGIN = 0.01;

/**
 * Returns how an image shows the vehicle, from the parts detected on it. A close-up (one part, the interior, text) is
 * always compliant.
 */
export function assessCoverage(image: ImageMetadata, parts: readonly Detection[]): Coverage {
  const viewpoint = predictViewpoint(parts);
  const size = { width: image.imageWidth, height: image.imageHeight };
  return {
    compliance: isCloseUp(image)
      ? { status: 'DONE', is_compliant: true, reasons: [] }
      : checkCoverage(parts, size, findHintedViewpoint(getPhotoHints(image))),
    ...(viewpoint && { viewpoint }),
  };
}

/**
 * Returns whether a photo shows the whole vehicle from the expected side. If no side is expected, the angle is not
 * checked.
 */
export function checkCoverage(
  parts: readonly Detection[],
  photo: Size,
  expected: Viewpoint | undefined,
): ComplianceResult {
  const reasons = findReasons(
    parts.filter(({ confidence }) => confidence >= VEHICLE_THRESHOLD),
    photo,
    expected,
  ).map(([code, text]) => `${code}--${text}`);
  return { status: 'DONE', is_compliant: reasons.length === 0, reasons };
}

/** Returns what is wrong with the photo, each with a text that tells the photographer what to do. */
function findReasons(
  parts: readonly Detection[],
  photo: Size,
  expected: Viewpoint | undefined,
): [ComplianceReason, string][] {
  const vehicle = boundingBox(parts.map(({ box }) => box));
  if (!vehicle) return [['NO_VEHICLE', 'no vehicle is visible; point the camera at it']];
  const reasons: [ComplianceReason, string][] = [];
  const cutSides = countCutSides(vehicle, photo);
  if (cutSides === 2) reasons.push(['TOO_ZOOMED', 'the vehicle is cut off on both sides; step back']);
  if (cutSides === 1)
    reasons.push(['MISSING_PARTS', 'the vehicle is cut off; turn the camera until all of it is visible']);
  const isFar = vehicle.x1 - vehicle.x0 < MIN_VEHICLE_WIDTH * photo.width && cutSides === 0;
  if (isFar) reasons.push(['NOT_ZOOMED_ENOUGH', 'the vehicle is too far away; step closer']);
  const viewpoint = predictViewpoint(parts)?.prediction;
  // Never asks the photographer to step closer and to step back.
  if (!viewpoint && !isFar)
    reasons.push(['UNKNOWN_VIEWPOINT', 'the side of the vehicle is unclear; step back to show more of it']);
  // A neighbouring viewpoint is accepted.
  if (viewpoint && expected && !areNeighbours(viewpoint, expected))
    reasons.push(['WRONG_ANGLE', `this shows the ${toText(viewpoint)}; walk to the ${toText(expected)}`]);
  return reasons;
}

function countCutSides({ x0, x1 }: Box, { width }: Size): 0 | 1 | 2 {
  const left = x0 <= BORDER_MARGIN * width ? 1 : 0;
  const right = x1 >= (1 - BORDER_MARGIN) * width ? 1 : 0;
  return (left + right) as 0 | 1 | 2;
}

function toText(viewpoint: Viewpoint): string {
  return viewpoint.replace('_', ' ');
}
