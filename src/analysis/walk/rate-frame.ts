import type { ComplianceReason, Viewpoint } from '../../domain/enums.ts';
import { QUALITY_THRESHOLDS } from '../quality/thresholds.ts';
import type { WalkView } from './walk-frame.ts';

/** How good a frame is as the photo of a side. */
export interface FrameRating {
  /** 0 to 1. */
  score: number;
  /** The problem of the frame, if it should rather be taken again. */
  problem?: ComplianceReason | undefined;
}

/** As in coverage.ts: a narrower vehicle is too far away to show damage. */
const MIN_VEHICLE_WIDTH = 0.4;
const BORDER_MARGIN = 0.01;
/** The worth of a frame on which the vehicle is cut off: better than none. */
const CUT_OFF_WORTH = 0.3;

/** Rates a frame as the photo of a side, by viewpoint, sharpness, light and distance. Returns undefined if it shows another side. */
export function rateFrame({ vehicle, quality }: WalkView, side: Viewpoint): FrameRating | undefined {
  if (vehicle?.viewpoint !== side) return undefined;
  const { x0, x1 } = vehicle.box;
  const isCutOff = x0 <= BORDER_MARGIN || x1 >= 1 - BORDER_MARGIN;
  const distance = isCutOff ? CUT_OFF_WORTH : Math.min(1, (x1 - x0) / MIN_VEHICLE_WIDTH) ** 2;
  const light = 1 - Math.max(quality.underexposure, quality.overexposure, quality.lensFlare);
  return {
    score: vehicle.confidence * (1 - quality.blurriness) * light * distance,
    problem: findProblem(quality, isCutOff, x1 - x0),
  };
}

function findProblem(
  quality: WalkView['quality'],
  isCutOff: boolean,
  width: number,
): ComplianceReason | undefined {
  if (quality.underexposure > QUALITY_THRESHOLDS.underexposure) return 'UNDEREXPOSURE';
  if (quality.overexposure > QUALITY_THRESHOLDS.overexposure) return 'OVEREXPOSURE';
  if (quality.lensFlare > QUALITY_THRESHOLDS.lensFlare) return 'LENS_FLARE';
  if (quality.blurriness > QUALITY_THRESHOLDS.blurriness) return 'BLURRINESS';
  if (isCutOff) return 'MISSING_PARTS';
  return width < MIN_VEHICLE_WIDTH ? 'NOT_ZOOMED_ENOUGH' : undefined;
}
