import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { getPhotoHints, type HintedImage } from '../../domain/sights/photo-hints.ts';
import { isConfidentViewpoint } from '../../domain/sights/viewpoints.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { findHintedViewpoint } from './hinted-parts.ts';
import { chooseSide, findSidePanels, type Side, type SidePanel } from './sides.ts';
import { filterTrustedParts } from './trusted-parts.ts';

interface PredictedViewpoint {
  prediction: Viewpoint;
  confidence: number;
}

const END_PARTS = {
  front: ['front_bumper', 'hood', 'front_glass', 'front_left_light', 'front_right_light'],
  back: ['back_bumper', 'trunk', 'tailgate', 'back_glass', 'back_left_light', 'back_right_light'],
};
/** Sizes of a common car in metres. The size of the vehicle on the photo is unknown. */
const END_WIDTH = 1.8;
const PANEL_WIDTHS = { fender_front: 0.8, door_front: 1.05, door_back: 1.05, fender_back: 0.9 };
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
  if (predicted && isConfidentViewpoint(predicted)) return predicted.prediction;
  return hint ?? predicted?.prediction;
}

/**
 * Predicts the viewpoint from the visible parts and their widths. As the camera moves around the car, its end gets
 * narrower and its side gets wider, so the ratio of the widths gives the angle. If neither an end nor a side is visible,
 * as on close-ups, returns undefined.
 */
export function predictViewpoint(detections: readonly Detection[]): PredictedViewpoint | undefined {
  const parts = filterTrustedParts(detections);
  const confidencesOf = (types: readonly string[]) =>
    parts.filter(({ type }) => types.includes(type)).map(({ confidence }) => confidence);
  const best = (types: readonly string[]) => Math.max(0, ...confidencesOf(types));
  const total = (types: readonly string[]) => confidencesOf(types).reduce((sum, one) => sum + one, 0);

  const end = total(END_PARTS.front) >= total(END_PARTS.back) ? 'front' : 'back';
  const endConfidence = best(END_PARTS[end]);
  const panels = findSidePanels(parts);
  const side = chooseSide(panels);
  const sideConfidence = Math.max(
    0,
    ...panels.filter((one) => one.side === side).map(({ confidence }) => confidence),
  );
  if (endConfidence === 0 && side === undefined) return undefined;

  const facing = endWidth(parts, end) / END_WIDTH;
  const along = side ? sideWidth(panels, side) : 0;
  // 0 degrees: the end head-on. 90 degrees: the side, also if none of its panels has a known width.
  const angle =
    facing === 0 && side
      ? 90
      : (Math.atan2(along, Math.max(0, facing - BUMPER_REACH * along)) * 180) / Math.PI;
  const steps = Math.round(angle / 45);
  const prediction = steps === 0 ? end : steps === 2 ? side : `${end}_${side}`;
  // A corner depends on both an end and a side. Close to a border, the neighbouring viewpoint is as likely.
  const partConfidence =
    steps === 0 ? endConfidence : steps === 2 ? sideConfidence : endConfidence * sideConfidence;
  const angleConfidence = 1 - Math.abs(angle / 45 - steps);
  return {
    prediction: VIEWPOINTS.find((name) => name === prediction) ?? end,
    confidence: partConfidence * angleConfidence,
  };
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

/** Returns the width in pixels per metre of the visible panels of a side. */
function sideWidth(panels: readonly SidePanel[], side: Side): number {
  const widths = Object.entries(PANEL_WIDTHS).flatMap(([name, metres]) => {
    const boxes = panels.filter(({ partType }) => partType === `${name}_${side}`);
    return boxes.slice(0, 1).map(({ box }) => ({ box, metres }));
  });
  if (widths.length === 0) return 0;
  const pixels = Math.max(...widths.map(({ box }) => box.x1)) - Math.min(...widths.map(({ box }) => box.x0));
  return pixels / widths.reduce((sum, { metres }) => sum + metres, 0);
}
