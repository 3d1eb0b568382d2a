import { KerbsideError } from '../../errors.ts';
import { type Box, clampBox, meanBox } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import { calibrate, toRawScore } from './calibration.ts';
import { type Candidate, decodeHeads, type FeatureMap } from './decode-heads.ts';
import { traceMaskOutline } from './mask-outline.ts';
import { mergeScales } from './merge-scales.ts';
import type { Canvas } from './model-canvas.ts';
import { suppressNonMaxima } from './non-maximum-suppression.ts';
import { tightenBox } from './tighten-box.ts';

/** A box with type, confidence and mask, in pixels of the upright photo. */
export interface Detection {
  type: string;
  /** Calibrated, 0 to 1. */
  confidence: number;
  box: Box;
  /** The mask at the finest scale. If the scales differ, it may exceed the box slightly. */
  polygons: Point[][];
}

type Outputs = Readonly<Record<string, FeatureMap>>;

/** One run of a detector: its outputs, and the canvas that the photo was scaled onto. */
export interface ScaleOutput {
  outputs: Outputs;
  canvas: Canvas;
}

/** A candidate of one scale. Its box is in pixels of the photo. */
interface PhotoCandidate extends Candidate {
  scale: ScaleOutput;
}

interface PhotoSize {
  width: number;
  height: number;
}

/**
 * With several scales, a candidate of one scale counts from this fraction of the score threshold. The threshold itself
 * applies to the mean over the scales.
 */
const SCALE_THRESHOLD_FACTOR = 0.25;

/**
 * Returns the detections with a confidence of at least `threshold`, best first.
 *
 * @param scales The detector's outputs for one photo, the finest scale first.
 * @param options `hasMasks: false` decodes no masks, which also tighten the boxes: `polygons` are then empty.
 */
export function decodeDetections(
  scales: readonly ScaleOutput[],
  model: Pick<DetectorEntry, 'outputs' | 'types'>,
  photo: PhotoSize,
  threshold: number,
  { hasMasks = true }: { hasMasks?: boolean } = {},
): Detection[] {
  const thresholds = model.types.map(({ calibration }) => toRawScore(threshold, calibration));
  const scaleThresholds =
    scales.length > 1 ? thresholds.map((score) => SCALE_THRESHOLD_FACTOR * score) : thresholds;
  const isWheel = (type: number) => model.types[type]?.role === 'wheel';
  const candidates = scales.map((scale) =>
    suppressNonMaxima(decodeCandidates(scale, model, photo, scaleThresholds), isWheel),
  );
  const detections = mergeScales(candidates, isWheel).flatMap((merged) => {
    const type = model.types[merged.type];
    if (!type || merged.score < (thresholds[merged.type] ?? 1)) return [];
    const regions = merged.candidates.map((candidate) =>
      hasMasks
        ? decodeRegion(candidate, model.outputs.prototypes, photo)
        : { weight: candidate.score, box: clampBox(candidate.box, photo.width, photo.height), polygons: [] },
    );
    const confidence = calibrate(merged.score, type.calibration);
    return [{ type: type.name, confidence, box: meanBox(regions), polygons: regions[0]?.polygons ?? [] }];
  });
  return detections.sort((a, b) => b.confidence - a.confidence);
}

function decodeCandidates(
  scale: ScaleOutput,
  { outputs: { levels, prototypeCount, bins }, types }: Pick<DetectorEntry, 'outputs' | 'types'>,
  photo: PhotoSize,
  thresholds: readonly number[],
): PhotoCandidate[] {
  const maps = levels.map(({ name, stride }) => ({ stride, map: requireOutput(scale.outputs, name) }));
  const layout = { types: types.length, bins, prototypes: prototypeCount };
  return decodeHeads(maps, layout, thresholds)
    .map((candidate) => ({ ...candidate, box: scaleBox(candidate.box, 1 / scale.canvas.scale), scale }))
    .filter((candidate) => {
      const { x0, y0, x1, y1 } = toCanvasBox(candidate, photo);
      return x1 - x0 >= 1 && y1 - y0 >= 1;
    });
}

/** Returns the tightened box and the mask of a candidate, in pixels of the photo. */
function decodeRegion(candidate: PhotoCandidate, prototypes: string, photo: PhotoSize) {
  const { outputs, canvas } = candidate.scale;
  const box = toCanvasBox(candidate, photo);
  const rings = traceMaskOutline(requireOutput(outputs, prototypes), candidate.coefficients, box);
  return {
    weight: candidate.score,
    box: scaleBox(tightenBox(box, rings), 1 / canvas.scale),
    polygons: rings.map((ring) => ring.map(([x, y]): Point => [x / canvas.scale, y / canvas.scale])),
  };
}

/** Returns the candidate's box in canvas pixels, clipped to the photo. */
function toCanvasBox({ box, scale: { canvas } }: PhotoCandidate, { width, height }: PhotoSize): Box {
  return scaleBox(clampBox(box, width, height), canvas.scale);
}

/** Returns the detections of damage types: no wheels, no parts, nothing that only resembles damage. */
export function filterDamages(
  detections: readonly Detection[],
  model: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const damages = new Set(model.types.filter(({ role }) => role === 'damage').map(({ name }) => name));
  return detections.filter(({ type }) => damages.has(type));
}

/** Returns the lowest `bestThreshold` of the model's types. */
export function lowestThreshold({ types }: Pick<DetectorEntry, 'types'>): number {
  return Math.min(...types.map(({ bestThreshold }) => bestThreshold));
}

/** Returns the detections that reach the `bestThreshold` of their type: for parts and wheels, which have no option. */
export function filterByTypeThreshold(
  detections: readonly Detection[],
  { types }: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const thresholds = new Map(types.map(({ name, bestThreshold }) => [name, bestThreshold]));
  return detections.filter(({ type, confidence }) => confidence >= (thresholds.get(type) ?? 1));
}

function scaleBox({ x0, y0, x1, y1 }: Box, scale: number): Box {
  return { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale };
}

function requireOutput(outputs: Outputs, name: string): FeatureMap {
  const map = outputs[name];
  if (!map) {
    throw new KerbsideError(
      'model_invalid',
      `The model has no output "${name}", which its manifest entry names. Use the model file and manifest of one version.`,
      { details: { outputs: Object.keys(outputs) } },
    );
  }
  return map;
}
