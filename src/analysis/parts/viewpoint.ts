import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { believedParts } from './trusted-parts.ts';

export interface PredictedViewpoint {
  prediction: Viewpoint;
  confidence: number;
}

const END_PARTS = {
  front: ['front_bumper', 'hood', 'front_glass', 'front_left_light', 'front_right_light'],
  back: ['back_bumper', 'trunk', 'tailgate', 'back_glass', 'back_left_light', 'back_right_light'],
};
/** In metres, as they lie on a common car; they stand in for its real shape, which nobody knows. */
const WIDTH_OF_AN_END = 1.8;
const WIDTH_OF_A_DOOR = 1.05;
/** A bumper reaches around the corner by about this much, so it shows on a plain side view too. */
const REACH_OF_A_BUMPER = 0.3;

/**
 * From where a photo was taken, by which parts show and how wide they look: an end of the car narrows as the camera
 * walks around it while the doors widen, so their widths in the picture give the angle. Undefined where neither an
 * end nor a side is to be seen, as on close-ups.
 */
export function viewpointFrom(found: readonly Detection[]): PredictedViewpoint | undefined {
  const findings = believedParts(found);
  const best = (types: readonly string[]) =>
    findings
      .filter(({ type }) => types.includes(type))
      .reduce((sum, { confidence }) => Math.max(sum, confidence), 0);
  const weight = (types: readonly string[]) =>
    findings.filter(({ type }) => types.includes(type)).reduce((sum, { confidence }) => sum + confidence, 0);

  const isFront = weight(END_PARTS.front) >= weight(END_PARTS.back);
  const end = isFront ? 'front' : 'back';
  const doors = {
    left: ['front_left_door', 'back_left_door'],
    right: ['front_right_door', 'back_right_door'],
  };
  const side = weight(doors.left) >= weight(doors.right) ? 'left' : 'right';
  const endConfidence = best(END_PARTS[end]);
  const sideConfidence = best(doors[side]);
  if (endConfidence === 0 && sideConfidence === 0) return undefined;

  const facing = endWidth(findings, end) / WIDTH_OF_AN_END;
  const along = sideWidth(findings, doors[side]);
  // 0 degrees: the end head-on; 90: the side.
  const angle = (Math.atan2(along, Math.max(0, facing - REACH_OF_A_BUMPER * along)) * 180) / Math.PI;
  const steps = Math.round(angle / 45);
  const prediction = steps === 0 ? end : steps === 2 ? side : (`${end}_${side}` as const);
  // A corner needs both an end and a side to be told; and near a border it could as well be the neighbour.
  const seen = steps === 0 ? endConfidence : steps === 2 ? sideConfidence : endConfidence * sideConfidence;
  const clear = 1 - Math.abs(angle / 45 - steps);
  return { prediction: VIEWPOINTS.find((name) => name === prediction) ?? end, confidence: seen * clear };
}

/** A viewpoint that is less certain gives way to what the photographer said. */
const SURE = 0.5;

/** From where a photo was taken: what shows on it decides where that is clear, else what was said of it. */
export function chosenViewpoint(
  seen: PredictedViewpoint | undefined,
  said: Viewpoint | undefined,
): Viewpoint | undefined {
  return seen && seen.confidence >= SURE ? seen.prediction : (said ?? seen?.prediction);
}

function widthOf(findings: readonly Detection[], types: readonly string[]): number {
  const boxes = findings.filter(({ type }) => types.includes(type)).map(({ box }) => box);
  if (boxes.length === 0) return 0;
  return Math.max(...boxes.map(({ x1 }) => x1)) - Math.min(...boxes.map(({ x0 }) => x0));
}

/** The bumper's width; where it is out of the picture, that of whatever else shows of this end. */
function endWidth(findings: readonly Detection[], end: 'front' | 'back'): number {
  return widthOf(findings, [`${end}_bumper`]) || widthOf(findings, END_PARTS[end]);
}

/** Per metre of door that shows. */
function sideWidth(findings: readonly Detection[], doors: readonly string[]): number {
  const count = new Set(findings.filter(({ type }) => doors.includes(type)).map(({ type }) => type)).size;
  return count === 0 ? 0 : widthOf(findings, doors) / (WIDTH_OF_A_DOOR * count);
}
