import { type Detection, decodeDetections, type ScaleOutput } from '../../analysis/detection/detections.ts';
import { type Canvas, fitCanvas } from '../../analysis/detection/model-canvas.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session } from '../engines/engine.ts';
import { PhotoRunner } from './photo-runner.ts';

export interface DetectorResult {
  /** In pixels of the upright photo, best first. */
  detections: Detection[];
  /** In milliseconds: scaling the photo on the CPU, running the model, decoding its outputs. */
  times: { prepare: number; run: number; interpret: number };
}

/** Runs a detector model on photos. The steps are the same in every browser and in Node. */
export class Detector {
  readonly #entry: DetectorEntry;
  readonly #runner: PhotoRunner;
  readonly #now: () => number;

  constructor(entry: DetectorEntry, session: Session, now: () => number = () => performance.now()) {
    this.#entry = entry;
    this.#runner = new PhotoRunner(entry.input.name, session, now);
    this.#now = now;
  }

  /**
   * Returns the detections on a photo.
   *
   * @param threshold The lowest confidence of a detection, for all types.
   * @param options `hasMasks: false` decodes no masks.
   */
  async detect(
    photo: DecodedPhoto,
    threshold: number,
    options: { hasMasks?: boolean } = {},
  ): Promise<DetectorResult> {
    const { original } = photo;
    const canvases = detectorCanvases(this.#entry, original);
    const { outputs, times } = await this.#runner.run(photo, canvases);
    const decodeStart = this.#now();
    const scales = canvases.map((canvas, index): ScaleOutput => ({ canvas, outputs: outputs[index] ?? {} }));
    const detections = decodeDetections(scales, this.#entry, original, threshold, options);
    return { detections, times: { ...times, interpret: this.#now() - decodeStart } };
  }
}

/** Returns one canvas per scale at which the detector runs on a photo, the largest first. */
export function detectorCanvases(
  { input, secondArea }: DetectorEntry,
  { width, height }: { width: number; height: number },
): Canvas[] {
  const areas = secondArea === undefined ? [input.area] : [input.area, secondArea];
  return areas.map((area) => fitCanvas(width, height, { step: input.step, area }));
}

/** Returns the decode size that is large enough for each of these detectors. */
export function detectorDecodeSize(entries: readonly DetectorEntry[]): DecodeSize {
  return {
    purpose: entries.map(({ name }) => name).join(),
    longerSide: (photo) => Math.max(...entries.map((entry) => detectorDecodeSide(entry, photo))),
  };
}

/**
 * Returns the longer side at which to decode a photo for a detector.
 *
 * At most twice the longer side of the model's input: enough for good quality after scaling, and a fraction of a phone's
 * photo. Larger photos are decoded to 1/2, 1/4 or 1/8: all JPEG decoders scale to these in the same way, in browsers
 * and in Node.
 */
export function detectorDecodeSide(
  { input }: DetectorEntry,
  { width, height }: { width: number; height: number },
): number {
  const canvas = fitCanvas(width, height, input);
  const maxSide = 2 * Math.max(canvas.width, canvas.height);
  const longerSide = Math.max(width, height);
  if (longerSide <= maxSide) return maxSide;
  return (
    [2, 4, 8].map((divisor) => Math.ceil(longerSide / divisor)).find((side) => side <= maxSide) ?? maxSide
  );
}
