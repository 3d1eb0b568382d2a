import { chooseCrops, UNCERTAIN_SCORES } from '../../analysis/detection/choose-crops.ts';
import { type Crop, cropDecodeSide, fitCrops } from '../../analysis/detection/crop.ts';
import {
  calibrateDetections,
  type Detection,
  toScoreThresholds,
} from '../../analysis/detection/detections.ts';
import { mergeCrops } from '../../analysis/detection/merge-crops.ts';
import {
  decodeCrops,
  decodeScales,
  isDisjointType,
  type ScoredDetection,
  selectCropOutputs,
  selectScaleOutputs,
} from '../../analysis/detection/scored-detections.ts';
import type { Size } from '../../analysis/geometry/size.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { type Canvas, fitCanvas } from '../../analysis/pixels/model-canvas.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import { type DecodedPhoto, listEqualSides, type PhotoSize } from '../../photo/decoded-photo.ts';
import type { Session } from '../engine.ts';
import { PhotoRunner } from './photo-runner.ts';

interface DetectorResult {
  /** In pixels of the upright photo, best first. */
  detections: Detection[];
  /** On how many crops of the photo the model ran. */
  crops: number;
}

interface DetectOptions {
  /** Whether to decode masks. Default: true. */
  hasMasks?: boolean;
  /** The most crops of a photo on which to refine the result. Default: 0. */
  crops?: number | undefined;
}

/** Runs a detector model on photos. The steps are the same in every browser and in Node. */
export class Detector {
  readonly #entry: DetectorEntry;
  readonly #runner: PhotoRunner;

  constructor(entry: DetectorEntry, session: Session) {
    this.#entry = entry;
    this.#runner = new PhotoRunner(entry.input.name, session);
  }

  /**
   * Returns the detections on a photo: those of the whole photo at each scale, then those of crops around what is
   * uncertain.
   *
   * @param threshold The lowest confidence of a detection, for all types.
   */
  async detect(
    photo: DecodedPhoto,
    threshold: number,
    { hasMasks = true, crops: maxCrops = 0 }: DetectOptions = {},
  ): Promise<DetectorResult> {
    const canvases = detectorCanvases(this.#entry, photo.original);
    const size = maxCrops > 0 ? fitPhotoCrops(photo, canvases) : undefined;
    const thresholds = toScoreThresholds(this.#entry, threshold);
    // Uncertain detections count below the threshold: a crop may confirm them.
    const lowest = size ? thresholds.map((score) => Math.min(score, UNCERTAIN_SCORES.above)) : thresholds;
    const selection = selectScaleOutputs(canvases.length, this.#entry, lowest, { hasMasks });
    const outputs = await this.#runner.run(photo, canvases, selection);
    const scales = canvases.map((canvas, index) => ({ canvas, outputs: outputs[index] ?? {} }));
    const scored = decodeScales(scales, this.#entry, photo.original, lowest, { hasMasks });
    const crops = size ? chooseCrops(scored, photo, size, maxCrops) : [];
    const refined = await this.#refine(photo, scored, crops, lowest);
    return { detections: calibrateDetections(refined, this.#entry, threshold), crops: crops.length };
  }

  /** Runs the model on the crops, and merges what it detects there. */
  async #refine(
    photo: DecodedPhoto,
    detections: ScoredDetection[],
    crops: readonly Crop[],
    thresholds: readonly number[],
  ): Promise<ScoredDetection[]> {
    if (crops.length === 0) return detections;
    const outputs = await this.#runner.run(
      photo,
      crops.map(({ canvas }) => canvas),
      selectCropOutputs(this.#entry, thresholds),
    );
    const runs = crops.map((crop, index) => ({ crop, outputs: outputs[index] ?? {} }));
    const refined = decodeCrops(runs, this.#entry, thresholds);
    return mergeCrops(detections, refined, crops, isDisjointType(this.#entry));
  }
}

/** Returns the size of the crops of a photo: on the canvas of the second scale. */
function fitPhotoCrops(photo: DecodedPhoto, [finest, second]: readonly Canvas[]) {
  return finest && second && fitCrops(photo, finest, second);
}

/** Returns one canvas per scale at which the detector runs on a photo, the largest first. */
export function detectorCanvases({ input, secondArea }: DetectorEntry, { width, height }: Size): Canvas[] {
  const areas = secondArea === undefined ? [input.area] : [input.area, secondArea];
  return areas.map((area) => fitCanvas(width, height, { step: input.step, area }));
}

/** A detector, and the most crops of a photo on which it runs. */
export interface CroppingDetector {
  entry: DetectorEntry;
  crops?: number | undefined;
}

/** Returns the decode size that is large enough for each of these detectors. */
export function detectorDecodeSize(detectors: readonly CroppingDetector[]): DecodeSize {
  return {
    longerSide: (photo) => Math.max(...detectors.map((detector) => detectorDecodeSide(detector, photo))),
  };
}

/**
 * Returns the longer side at which to decode a photo for a detector.
 *
 * At most twice the longer side of the model's input: enough for good quality after scaling, and a fraction of a phone's
 * photo. If the detector runs on crops, at least as much as fills their canvas, and less than twice of that. Larger photos are
 * decoded to 1/2, 1/4 or 1/8.
 */
export function detectorDecodeSide({ entry, crops = 0 }: CroppingDetector, photo: PhotoSize): number {
  const [finest, second] = detectorCanvases(entry, photo);
  const maxSide = finest ? 2 * Math.max(finest.width, finest.height) : 0;
  const [longerSide = 0, ...sides] = listEqualSides(photo);
  if (longerSide <= maxSide) return maxSide;
  const side = sides.find((one) => one <= maxSide) ?? maxSide;
  const cropSide = crops > 0 && second ? cropDecodeSide(second) : 0;
  if (side >= cropSide) return side;
  return sides.filter((one) => one >= cropSide).at(-1) ?? longerSide;
}
