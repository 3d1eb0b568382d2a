import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import type { Box } from '../geometry/box.ts';
import type { FrameView, VehicleInFrame } from './frame-view.ts';
import { GUIDE_LIMITS as LIMITS } from './guide-limits.ts';

/** An instruction of the guide to the photographer. */
export const INSTRUCTIONS = [
  'find_light',
  'find_vehicle',
  'find_wheel',
  'find_text',
  'walk_left',
  'walk_right',
  'walk_around',
  'step_back',
  'step_closer',
  'pan_left',
  'pan_right',
  'pan_up',
  'pan_down',
  'turn_phone',
  'level_phone',
  'avoid_glare',
  'hold_still',
  'let_focus',
] as const;
/** One of {@link INSTRUCTIONS}. */
export type Instruction = (typeof INSTRUCTIONS)[number];

/** A frame and how the camera moves. */
export interface FrameReading extends FrameView {
  /** In frame widths per second. */
  movement: number;
  /** How much the phone is turned from level, in degrees. Absent without a sensor. */
  roll?: number | undefined;
}

/**
 * Returns the most useful instruction for a frame, or undefined if a photo of the sight can be taken now.
 *
 * Faults that make other measurements meaningless come first (darkness), then where to stand, then how to hold the phone: nobody
 * holds still before standing in the right place.
 */
export function chooseInstruction(reading: FrameReading, sight: Sight): Instruction | undefined {
  if (reading.quality.underexposure > LIMITS.underexposure) return 'find_light';
  const place = checkPlace(reading, sight);
  // On a blurred picture nothing is found, wherever the photographer stands.
  if (place && !isSightVisible(reading, sight)) return checkSharpness(reading) ?? place;
  return place ?? checkHold(reading, sight);
}

/**
 * Returns whether the guide has seen on this very frame that the camera shows the sight. If it never does, the photographer takes
 * the photo.
 */
export function canVerify({ hasPartModel, isFollowed = false }: FrameView, { kind }: Sight): boolean {
  return kind === 'text' || (hasPartModel && !isFollowed);
}

function isSightVisible({ vehicle, wheel }: FrameReading, { kind }: Sight): boolean {
  return (kind === 'viewpoint' ? vehicle?.viewpoint : wheel) !== undefined;
}

function checkPlace(reading: FrameReading, sight: Sight): Instruction | undefined {
  if (!reading.hasPartModel) return undefined;
  switch (sight.kind) {
    case 'viewpoint':
      return reading.vehicle ? checkSide(reading.vehicle, sight.id) : 'find_vehicle';
    case 'wheel':
      return reading.wheel ? checkWheel(reading.wheel) : 'find_wheel';
    case 'text':
      return undefined;
  }
}

function checkSide(
  { box, viewpoint, confidence }: VehicleInFrame,
  wanted: Viewpoint,
): Instruction | undefined {
  const width = box.x1 - box.x0;
  if (viewpoint && viewpoint !== wanted) return getDirection(viewpoint, wanted);
  const framing = checkFraming(box);
  if (framing) return framing;
  if (width < LIMITS.vehicleWidth) return 'step_closer';
  // On a part of the vehicle the side is unclear: from farther away it is not.
  return viewpoint && confidence >= LIMITS.viewpointConfidence ? undefined : 'step_back';
}

function checkFraming({ x0, y0, x1, y1 }: Box): Instruction | undefined {
  const margin = LIMITS.borderMargin;
  const [left, right, top, bottom] = [x0 < margin, x1 > 1 - margin, y0 < margin, y1 > 1 - margin];
  if ((left && right) || (top && bottom)) return 'step_back';
  if (left) return 'pan_left';
  if (right) return 'pan_right';
  if (top) return 'pan_up';
  return bottom ? 'pan_down' : undefined;
}

function checkWheel(box: Box): Instruction | undefined {
  const framing = checkFraming(box);
  if (framing) return framing;
  const size = Math.max(box.x1 - box.x0, box.y1 - box.y0);
  return size < LIMITS.wheelSize ? 'step_closer' : undefined;
}

/** Returns where to walk. `VIEWPOINTS` run around the vehicle in the direction that is on the right of who faces it. */
function getDirection(from: Viewpoint, to: Viewpoint): Instruction {
  const count = VIEWPOINTS.length;
  const steps = (VIEWPOINTS.indexOf(to) - VIEWPOINTS.indexOf(from) + count) % count;
  if (steps === count / 2) return 'walk_around';
  return steps < count / 2 ? 'walk_right' : 'walk_left';
}

function checkHold(reading: FrameReading, sight: Sight): Instruction | undefined {
  const { quality } = reading;
  if (sight.kind === 'viewpoint') {
    const isEnd = sight.id === 'front' || sight.id === 'back';
    if (!isEnd && reading.height > reading.width) return 'turn_phone';
    const tilt = reading.roll ?? reading.vehicle?.tilt ?? 0;
    if (Math.abs(tilt) > LIMITS.tilt) return 'level_phone';
  }
  if (quality.overexposure > LIMITS.overexposure || quality.lensFlare > LIMITS.lensFlare)
    return 'avoid_glare';
  return checkSharpness(reading);
}

function checkSharpness({ movement, quality }: FrameReading): Instruction | undefined {
  if (movement > LIMITS.movement) return 'hold_still';
  return quality.blurriness > LIMITS.blurriness ? 'let_focus' : undefined;
}
