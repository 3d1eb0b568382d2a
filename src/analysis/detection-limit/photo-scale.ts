import type { PhotoScale } from '../../domain/records/detection-limit.ts';
import type { SizeCue } from './size-cues.ts';

/** The scale at a place of the vehicle: a normal distribution of the logarithm of pixels per centimetre. */
export interface ScaleEstimate {
  logScale: number;
  /** Standard deviation. */
  deviation: number;
}

/** How much the scale differs between places of one photo, because some are nearer to the camera. */
const PLACE_DEVIATION = 0.16;
/** From this distance on, in centimetres, two places differ as much as any two. */
const PLACE_RANGE = 250;
/** The error that all lengths of one vehicle share: a van is larger than a small car. */
const VEHICLE_DEVIATION = 0.06;
/** 80 % of a normal distribution lie within so many standard deviations. */
const ERROR_BAR = 1.28;

/** Returns the scale at any place of the vehicle. Undefined if there is no cue. */
export function estimatePhotoScale(cues: readonly SizeCue[]): ScaleEstimate | undefined {
  const mean = combine(cues, () => 1);
  return mean && { ...mean, deviation: Math.hypot(mean.deviation, PLACE_DEVIATION) };
}

/** Returns the scale at one place: near cues count more. */
export function estimateLocalScale(
  cues: readonly SizeCue[],
  place: { x: number; y: number },
): ScaleEstimate | undefined {
  const mean = combine(cues, () => 1);
  if (!mean) return undefined;
  const range = PLACE_RANGE * Math.exp(mean.logScale);
  return combine(cues, ({ x, y }) => 1 - Math.exp(-Math.hypot(x - place.x, y - place.y) / range));
}

/** Returns the scale with its error bar, and the kind of the most exact cue. */
export function toPhotoScale(cues: readonly SizeCue[]): PhotoScale | undefined {
  const scale = estimatePhotoScale(cues);
  const [best] = [...cues].sort((a, b) => a.deviation - b.deviation);
  if (!scale || !best) return undefined;
  const at = (deviations: number) =>
    Number(Math.exp(scale.logScale + deviations * scale.deviation).toPrecision(3));
  return { pixelsPerCm: at(0), low: at(-ERROR_BAR), high: at(ERROR_BAR), from: best.from };
}

/**
 * Returns the mean of the cues, weighted by inverse variance. If they differ more than their deviations explain, the result is
 * as much less exact.
 *
 * @param distance How far a cue is away: 0 here, 1 as far as any other place of the vehicle.
 */
function combine(cues: readonly SizeCue[], distance: (cue: SizeCue) => number): ScaleEstimate | undefined {
  if (cues.length === 0) return undefined;
  const weighted = cues.map((cue) => ({
    log: Math.log(cue.pixelsPerCm),
    weight: 1 / (cue.deviation ** 2 + 2 * PLACE_DEVIATION ** 2 * distance(cue)),
  }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const logScale = weighted.reduce((sum, { log, weight }) => sum + log * weight, 0) / total;
  const misfit = weighted.reduce((sum, { log, weight }) => sum + weight * (log - logScale) ** 2, 0);
  const excess = Math.max(1, misfit / Math.max(1, cues.length - 1));
  return { logScale, deviation: Math.hypot(Math.sqrt(excess / total), VEHICLE_DEVIATION) };
}
