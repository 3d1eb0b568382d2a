import { type Detection, decodeDetections, type ScaleOutput } from '../../analysis/detection/detections.ts';
import { type Canvas, fitCanvas } from '../../analysis/detection/model-canvas.ts';
import { PhotoScaler } from '../../analysis/detection/photo-scaler.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engines/engine.ts';

export interface DetectorResult {
  /** In pixels of the upright photo, best first. */
  detections: Detection[];
  /** In milliseconds: scaling the photo on the CPU, running the model, decoding its outputs. */
  times: { prepare: number; run: number; interpret: number };
}

/** Runs a detector model on photos. The steps are the same in every browser and in Node. */
export class Detector {
  readonly #entry: DetectorEntry;
  readonly #session: Session;
  readonly #now: () => number;
  readonly #scaler = new PhotoScaler();
  /** Whether the engine failed to scale a photo. It is then scaled here. */
  #hasFailed = false;

  constructor(entry: DetectorEntry, session: Session, now: () => number = () => performance.now()) {
    this.#entry = entry;
    this.#session = session;
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
    const { outputs, times } = (await this.#runPhoto(photo, canvases)) ?? (await this.#run(photo, canvases));
    const decodeStart = this.#now();
    const scales = canvases.map((canvas, index): ScaleOutput => ({ canvas, outputs: outputs[index] ?? {} }));
    const detections = decodeDetections(scales, this.#entry, original, threshold, options);
    return { detections, times: { ...times, interpret: this.#now() - decodeStart } };
  }

  /** Runs the model on a photo that the engine scales. Returns undefined if the engine does not, or fails to. */
  async #runPhoto(photo: DecodedPhoto, canvases: readonly Canvas[]): Promise<ScaleRuns | undefined> {
    const start = this.#now();
    if (!this.#session.runPhoto || this.#hasFailed) return undefined;
    try {
      const outputs = await this.#session.runPhoto(photo, canvases);
      return { outputs, times: { prepare: 0, run: this.#now() - start } };
    } catch {
      // If the engine cannot run the model either, that run throws.
      this.#hasFailed = true;
      return undefined;
    }
  }

  async #run(photo: DecodedPhoto, canvases: readonly Canvas[]): Promise<ScaleRuns> {
    const outputs: Tensors[] = [];
    const times = { prepare: 0, run: 0 };
    for (const canvas of canvases) {
      const start = this.#now();
      const data = this.#scaler.toTensor(photo, photo.original, canvas);
      const prepared = this.#now();
      const dims = [1, 3, canvas.height, canvas.width];
      outputs.push(await this.#session.run({ [this.#entry.input.name]: { dims, data } }));
      times.prepare += prepared - start;
      times.run += this.#now() - prepared;
    }
    return { outputs, times };
  }
}

/** The outputs of each canvas. */
interface ScaleRuns {
  outputs: Tensors[];
  times: Omit<DetectorResult['times'], 'interpret'>;
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
