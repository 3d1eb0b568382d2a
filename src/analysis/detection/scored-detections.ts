import { KerbsideError } from '../../errors.ts';
import { type Box, clampBox, meanBox } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { Size } from '../geometry/size.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import type { Canvas } from '../pixels/model-canvas.ts';
import { type OutputSelection, toMinLogits } from './candidate-cells.ts';
import type { Crop } from './crop.ts';
import { type Candidate, decodeHeads } from './decode-heads.ts';
import type { FeatureMap } from './feature-map.ts';
import { traceMaskOutline } from './mask-outline.ts';
import { mergeScales } from './merge-scales.ts';
import { type ScoredBox, suppressNonMaxima } from './non-maximum-suppression.ts';
import { tightenBox } from './tighten-box.ts';

/** A detection before its calibration, in pixels of the upright photo. `type` is the index of its type. */
export interface ScoredDetection extends ScoredBox {
  polygons: Point[][];
}

type Outputs = Readonly<Record<string, FeatureMap>>;
type ModelOutputs = Pick<DetectorEntry, 'outputs' | 'types'>;

/** One run of a detector: its outputs, and the canvas that the photo was scaled onto. */
export interface ScaleOutput {
  outputs: Outputs;
  canvas: Canvas;
}

/** One run of a detector on a crop. */
export interface CropOutput {
  outputs: Outputs;
  crop: Crop;
}

/** One run, and where its canvas lies on the photo. */
interface PlacedRun {
  outputs: Outputs;
  /** The part of the photo that the canvas shows. */
  window: Box;
  /** Canvas pixels per photo pixel. */
  scaleX: number;
  scaleY: number;
}

/** A candidate of one run. Its box is in pixels of the photo. */
interface PhotoCandidate extends Candidate {
  run: PlacedRun;
}

/**
 * With several scales, a candidate of one scale counts from this fraction of the score threshold. The threshold itself
 * applies to the mean over the scales.
 */
const SCALE_THRESHOLD_FACTOR = 0.25;

interface DecodeOptions {
  /** Whether masks are decoded. They also tighten the boxes. Default: true. */
  hasMasks?: boolean;
}

/** Returns what {@link decodeScales} needs of the outputs of each scale. */
export function selectScaleOutputs(
  scales: number,
  model: ModelOutputs,
  thresholds: readonly number[],
  { hasMasks = true }: DecodeOptions = {},
): OutputSelection {
  return selectOutputs(model, scaleThresholds(scales, thresholds), hasMasks);
}

/** Returns what {@link decodeCrops} needs of the outputs of each crop. */
export function selectCropOutputs(model: ModelOutputs, thresholds: readonly number[]): OutputSelection {
  return selectOutputs(model, lowerThresholds(thresholds), true);
}

function selectOutputs(
  { outputs: { levels, prototypes } }: ModelOutputs,
  thresholds: readonly number[],
  hasMasks: boolean,
): OutputSelection {
  return {
    whole: hasMasks ? [prototypes] : [],
    levels: levels.map(({ name }) => name),
    minLogits: toMinLogits(thresholds),
  };
}

/**
 * Returns the detections on a photo whose score reaches the threshold of their type.
 *
 * @param scales The detector's outputs for one photo, the finest scale first.
 * @param options Without masks, `polygons` are empty.
 */
export function decodeScales(
  scales: readonly ScaleOutput[],
  model: ModelOutputs,
  photo: Size,
  thresholds: readonly number[],
  { hasMasks = true }: DecodeOptions = {},
): ScoredDetection[] {
  const lowest = scaleThresholds(scales.length, thresholds);
  const window = { x0: 0, y0: 0, x1: photo.width, y1: photo.height };
  const candidates = scales.map(({ outputs, canvas: { scale } }) =>
    suppressNonMaxima(
      decodeCandidates({ outputs, window, scaleX: scale, scaleY: scale }, model, lowest),
      isDisjointType(model),
    ),
  );
  return mergeScales(candidates, isDisjointType(model))
    .filter(({ type, score }) => score >= (thresholds[type] ?? 1))
    .map(({ type, score, candidates: merged }) => {
      const regions = merged.map((candidate) =>
        hasMasks
          ? decodeRegion(candidate, model.outputs.prototypes)
          : { weight: candidate.score, box: clampToWindow(candidate), polygons: [] },
      );
      return { type, score, box: meanBox(regions), polygons: regions[0]?.polygons ?? [] };
    });
}

/**
 * Returns the detections on the crops of a photo. One that the border of its crop cuts is left out; one that several crops
 * show is returned once.
 *
 * @param thresholds Of the detections of the whole photo. On a crop, detections count from a fraction of them.
 */
export function decodeCrops(
  runs: readonly CropOutput[],
  model: ModelOutputs,
  thresholds: readonly number[],
): ScoredDetection[] {
  const cropThresholds = lowerThresholds(thresholds);
  const candidates = runs.flatMap(({ outputs, crop }) => {
    const { canvas, window, isWhole } = crop;
    const run = {
      outputs,
      window,
      scaleX: (canvas.scale * canvas.region.width) / (window.x1 - window.x0),
      scaleY: (canvas.scale * canvas.region.height) / (window.y1 - window.y0),
    };
    return suppressNonMaxima(decodeCandidates(run, model, cropThresholds), isDisjointType(model)).filter(
      ({ box }) => isWhole(box),
    );
  });
  return suppressNonMaxima(candidates, isDisjointType(model)).map((candidate) => {
    const { box, polygons } = decodeRegion(candidate, model.outputs.prototypes);
    return { type: candidate.type, score: candidate.score, box, polygons };
  });
}

/** Returns whether objects of a type never contain each other; see {@link suppressNonMaxima}. */
export function isDisjointType({ types }: Pick<ModelOutputs, 'types'>): (type: number) => boolean {
  return (type) => types[type]?.role === 'wheel';
}

/** Returns the thresholds of the candidates of one scale. */
function scaleThresholds(scales: number, thresholds: readonly number[]): readonly number[] {
  return scales > 1 ? lowerThresholds(thresholds) : thresholds;
}

function lowerThresholds(thresholds: readonly number[]): number[] {
  return thresholds.map((score) => SCALE_THRESHOLD_FACTOR * score);
}

function decodeCandidates(
  run: PlacedRun,
  { outputs: { levels, prototypeCount, bins }, types }: ModelOutputs,
  thresholds: readonly number[],
): PhotoCandidate[] {
  const maps = levels.map(({ name, stride }) => ({ stride, map: requireOutput(run.outputs, name) }));
  const layout = { types: types.length, bins, prototypes: prototypeCount };
  return decodeHeads(maps, layout, thresholds)
    .map((candidate) => ({ ...candidate, box: toPhotoBox(candidate.box, run), run }))
    .filter((candidate) => {
      const { x0, y0, x1, y1 } = toCanvasBox(clampToWindow(candidate), run);
      return x1 - x0 >= 1 && y1 - y0 >= 1;
    });
}

/** Returns the tightened box and the mask of a candidate, in pixels of the photo. */
function decodeRegion(candidate: PhotoCandidate, prototypes: string) {
  const { run, coefficients, score } = candidate;
  const box = toCanvasBox(clampToWindow(candidate), run);
  const rings = traceMaskOutline(requireOutput(run.outputs, prototypes), coefficients, box);
  const { window, scaleX, scaleY } = run;
  return {
    weight: score,
    box: toPhotoBox(tightenBox(box, rings), run),
    polygons: rings.map((ring) =>
      ring.map(([x, y]): Point => [window.x0 + x / scaleX, window.y0 + y / scaleY]),
    ),
  };
}

function clampToWindow({ box, run: { window } }: PhotoCandidate): Box {
  const { x0, y0, x1, y1 } = window;
  const inside = clampBox(moveBox(box, -x0, -y0), x1 - x0, y1 - y0);
  return moveBox(inside, x0, y0);
}

function toPhotoBox({ x0, y0, x1, y1 }: Box, { window, scaleX, scaleY }: PlacedRun): Box {
  const box = { x0: x0 / scaleX, y0: y0 / scaleY, x1: x1 / scaleX, y1: y1 / scaleY };
  return moveBox(box, window.x0, window.y0);
}

function toCanvasBox(box: Box, { window, scaleX, scaleY }: PlacedRun): Box {
  const { x0, y0, x1, y1 } = moveBox(box, -window.x0, -window.y0);
  return { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY };
}

function moveBox({ x0, y0, x1, y1 }: Box, right: number, down: number): Box {
  return { x0: x0 + right, y0: y0 + down, x1: x1 + right, y1: y1 + down };
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
