import type { Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { type Box, boundingBox, boxArea } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import { VEHICLE_THRESHOLD } from '../parts/coverage.ts';
import { predictViewpoint } from '../parts/viewpoint.ts';
import type { QualityAssessment } from '../quality/assess-quality.ts';
import type { Thumbnail } from './movement.ts';

/** The content of one camera frame. Boxes are fractions of the frame, 0 to 1. */
export interface FrameView {
  /** Of the frame in pixels. */
  width: number;
  height: number;
  /** Whether a part model looked at the frame. Without one, `vehicle` and `wheel` are absent. */
  hasPartModel: boolean;
  /** Absent if no vehicle is visible. */
  vehicle?: VehicleInFrame;
  /** The largest wheel. */
  wheel?: Box;
  /** Whether vehicle and wheel are those of the frame before it, moved with the picture (follow-view.ts). */
  isFollowed?: boolean;
  quality: QualityAssessment;
  thumbnail: Thumbnail;
}

/** The vehicle on a frame. */
export interface VehicleInFrame {
  box: Box;
  /** The side that is visible. Absent if too little of the vehicle is visible. */
  viewpoint?: Viewpoint;
  /** How likely the viewpoint is, 0 to 1. */
  confidence: number;
  /** The angle of the vehicle to the frame in degrees, positive if it is turned clockwise. Only side views show it. */
  tilt?: number;
}

/** A pair of wheels of which one is wider by this factor is not seen from the side. */
const MAX_WHEEL_RATIO = 1.4;

/**
 * Describes a frame.
 *
 * @param parts The detections of the part model in pixels of the frame, or undefined if there is no such model.
 */
export function createFrameView(
  frame: Size,
  parts: readonly Detection[] | undefined,
  { quality, thumbnail }: Pick<FrameView, 'quality' | 'thumbnail'>,
): FrameView {
  const visible = (parts ?? []).filter(({ confidence }) => confidence >= VEHICLE_THRESHOLD);
  const wheels = visible.filter(({ type }) => type === 'wheel').map(({ box }) => toFractions(box, frame));
  const [wheel] = wheels.toSorted((a, b) => boxArea(b) - boxArea(a));
  const vehicle = describeVehicle(visible, frame);
  return {
    width: frame.width,
    height: frame.height,
    hasPartModel: parts !== undefined,
    ...(vehicle && { vehicle }),
    ...(wheel && { wheel }),
    quality,
    thumbnail,
  };
}

function describeVehicle(parts: readonly Detection[], frame: Size): VehicleInFrame | undefined {
  const box = boundingBox(parts.map((part) => toFractions(part.box, frame)));
  if (!box) return undefined;
  const predicted = predictViewpoint(parts);
  const isSide = predicted?.prediction === 'left' || predicted?.prediction === 'right';
  const tilt = isSide ? measureTilt(parts) : undefined;
  return {
    box,
    ...(predicted && { viewpoint: predicted.prediction }),
    confidence: predicted?.confidence ?? 0,
    ...(tilt !== undefined && { tilt }),
  };
}

/** Returns the angle of the line through two wheels that are seen from the side. */
function measureTilt(parts: readonly Detection[]): number | undefined {
  const [first, second] = parts
    .filter(({ type }) => type === 'wheel')
    .map(({ box }) => box)
    .toSorted((a, b) => boxArea(b) - boxArea(a));
  if (!first || !second) return undefined;
  const [left, right] = first.x0 < second.x0 ? [first, second] : [second, first];
  const [narrow, wide] = [left.x1 - left.x0, right.x1 - right.x0].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const across = (right.x0 + right.x1 - left.x0 - left.x1) / 2;
  if (wide > MAX_WHEEL_RATIO * narrow || across <= wide) return undefined;
  return (Math.atan2((right.y0 + right.y1 - left.y0 - left.y1) / 2, across) * 180) / Math.PI;
}

function toFractions({ x0, y0, x1, y1 }: Box, { width, height }: Size): Box {
  return { x0: x0 / width, y0: y0 / height, x1: x1 / width, y1: y1 / height };
}
