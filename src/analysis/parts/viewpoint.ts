import type { ImageMetadata } from '../../domain/analyzer.ts';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { findHintedViewpoint, getPhotoHints, type HintedImage } from './photo-hints.ts';
import { filterTrustedParts } from './trusted-parts.ts';

interface PredictedViewpoint {
  prediction: Viewpoint;
  confidence: number;
}

/** A predicted viewpoint of lower confidence is used only if there is no hint. */
const VIEWPOINT_THRESHOLD = 0.5;

const END_PARTS = {
  front: ['front_bumper', 'hood', 'front_glass', 'front_left_light', 'front_right_light'],
  back: ['back_bumper', 'trunk', 'tailgate', 'back_glass', 'back_left_light', 'back_right_light'],
};
const DOORS = {
  left: ['front_left_door', 'back_left_door'],
  right: ['front_right_door', 'back_right_door'],
};
/** Sizes of a common car in metres. The size of the vehicle on the photo is unknown. */
const END_WIDTH = 1.8;
const DOOR_WIDTH = 1.05;
/** A bumper reaches around the corner by about this much, so it is also visible from the side. */
const BUMPER_REACH = 0.3;

/**
 * Returns the viewpoint of an image: the prediction from its parts, or from an earlier analysis, if it is confident, or
 * else the hint.
 */
export function determineViewpoint(
  image: HintedImage & Pick<ImageMetadata, 'viewpoint'>,
  parts: readonly Detection[],
): Viewpoint | undefined {
  return chooseViewpoint(
    predictViewpoint(parts) ?? image.viewpoint,
    findHintedViewpoint(getPhotoHints(image)),
  );
}

/** Returns the prediction if it is confident, else the hint, else the prediction. */
export function chooseViewpoint(
  predicted: PredictedViewpoint | undefined,
  hint: Viewpoint | undefined,
): Viewpoint | undefined {
  if (predicted && predicted.confidence >= VIEWPOINT_THRESHOLD) return predicted.prediction;
  return hint ?? predicted?.prediction;
}

/**
 * Predicts the viewpoint from the visible parts and their widths. As the camera moves around the car, its end gets
 * narrower and the doors get wider, so the ratio of the widths gives the angle. If neither an end nor a side is visible,
 * as on close-ups, returns undefined.
 */
export function predictViewpoint(detections: readonly Detection[]): PredictedViewpoint | undefined {
  const parts = filterTrustedParts(detections);
  const confidencesOf = (types: readonly string[]) =>
    parts.filter(({ type }) => types.includes(type)).map(({ confidence }) => confidence);
  const best = (types: readonly string[]) => Math.max(0, ...confidencesOf(types));
  const total = (types: readonly string[]) => confidencesOf(types).reduce((sum, one) => sum + one, 0);

  const end = total(END_PARTS.front) >= total(END_PARTS.back) ? 'front' : 'back';
  const side = total(DOORS.left) >= total(DOORS.right) ? 'left' : 'right';
  const endConfidence = best(END_PARTS[end]);
  const sideConfidence = best(DOORS[side]);
  if (endConfidence === 0 && sideConfidence === 0) return undefined;

  const facing = endWidth(parts, end) / END_WIDTH;
  const along = sideWidth(parts, DOORS[side]);
  // 0 degrees: the end head-on. 90 degrees: the side.
  const angle = (Math.atan2(along, Math.max(0, facing - BUMPER_REACH * along)) * 180) / Math.PI;
  const steps = Math.round(angle / 45);
  const prediction = steps === 0 ? end : steps === 2 ? side : (`${end}_${side}` as const);
  // A corner depends on both an end and a side. Close to a border, the neighbouring viewpoint is as likely.
  const partConfidence =
    steps === 0 ? endConfidence : steps === 2 ? sideConfidence : endConfidence * sideConfidence;
  const angleConfidence = 1 - Math.abs(angle / 45 - steps);
  return {
    prediction: VIEWPOINTS.find((name) => name === prediction) ?? end,
    confidence: partConfidence * angleConfidence,
  };
}

/** Returns whether two viewpoints are equal or adjacent. `VIEWPOINTS` form a ring around the vehicle. */
export function areNeighbours(a: Viewpoint | undefined, b: Viewpoint | undefined): boolean {
  if (!a || !b) return false;
  const distance = Math.abs(VIEWPOINTS.indexOf(a) - VIEWPOINTS.indexOf(b));
  return Math.min(distance, VIEWPOINTS.length - distance) <= 1;
}

function totalWidth(parts: readonly Detection[], types: readonly string[]): number {
  const boxes = parts.filter(({ type }) => types.includes(type)).map(({ box }) => box);
  if (boxes.length === 0) return 0;
  return Math.max(...boxes.map(({ x1 }) => x1)) - Math.min(...boxes.map(({ x0 }) => x0));
}

/** Returns the width of the bumper. If it is not visible, returns that of the other parts of this end. */
function endWidth(parts: readonly Detection[], end: 'front' | 'back'): number {
  return totalWidth(parts, [`${end}_bumper`]) || totalWidth(parts, END_PARTS[end]);
}

/** Returns the width in pixels per metre of visible door. */
function sideWidth(parts: readonly Detection[], doors: readonly string[]): number {
  const count = new Set(parts.filter(({ type }) => doors.includes(type)).map(({ type }) => type)).size;
  return count === 0 ? 0 : totalWidth(parts, doors) / (DOOR_WIDTH * count);
}
