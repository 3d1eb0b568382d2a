import {
  aboveTypeThresholds,
  type Detection,
  detectionsFrom,
  leastThreshold,
  type ScaleOutput,
} from '../../analysis/detection/detections.ts';
import { type Canvas, fitCanvas } from '../../analysis/detection/model-canvas.ts';
import { PhotoLayout } from '../../analysis/detection/photo-layout.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import type { DecodeSize } from '../../photo/decode/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decode/decode-photo.ts';
import type { Session } from '../engines/engine.ts';

export interface DetectorResult {
  /** In pixels of the upright photo, best first. */
  detections: Detection[];
  /** Milliseconds: scaling and laying out, the model, and making sense of its outputs. */
  times: { prepare: number; run: number; interpret: number };
}

/** One detector on one session: the same steps in every browser and in Node. */
export class Detector {
  readonly #entry: DetectorEntry;
  readonly #session: Session;
  readonly #now: () => number;
  readonly #layout = new PhotoLayout();

  constructor(entry: DetectorEntry, session: Session, now: () => number = () => performance.now()) {
    this.#entry = entry;
    this.#session = session;
    this.#now = now;
  }

  async detect(photo: DecodedPhoto, threshold: number): Promise<DetectorResult> {
    const { original } = photo;
    const looks: ScaleOutput[] = [];
    const times = { prepare: 0, run: 0, interpret: 0 };
    for (const canvas of canvasesFor(this.#entry, original)) {
      const start = this.#now();
      const data = this.#layout.lay(photo, original, canvas);
      const prepared = this.#now();
      const dims = [1, 3, canvas.height, canvas.width];
      const outputs = await this.#session.run({ [this.#entry.input.name]: { dims, data } });
      looks.push({ outputs, canvas });
      times.prepare += prepared - start;
      times.run += this.#now() - prepared;
    }
    const ran = this.#now();
    const findings = detectionsFrom(looks, this.#entry, original, threshold);
    times.interpret = this.#now() - ran;
    return { detections: findings, times };
  }

  /** Findings of each type from its own best threshold on. */
  async detectClear(photo: DecodedPhoto): Promise<Detection[]> {
    const { detections: findings } = await this.detect(photo, leastThreshold(this.#entry));
    return aboveTypeThresholds(findings, this.#entry);
  }
}

/** One for each look at a photo, the finest first. */
export function canvasesFor(
  { input, secondArea }: DetectorEntry,
  { width, height }: { width: number; height: number },
): Canvas[] {
  const areas = secondArea === undefined ? [input.area] : [input.area, secondArea];
  return areas.map((area) => fitCanvas(width, height, { step: input.step, area }));
}

/** At which a photo serves each of these detectors. */
export function sizeForDetectors(entries: readonly DetectorEntry[]): DecodeSize {
  return {
    purpose: entries.map(({ name }) => name).join(),
    sideOf: (photo) => Math.max(...entries.map((entry) => decodeSide(entry, photo))),
  };
}

/**
 * Up to twice the input's longer side: enough for a good picture after scaling, and a fraction of what phones take. A
 * half, a quarter or an eighth of the photo: to those all JPEG decoders scale alike, here and in Node.
 */
export function decodeSide(
  { input }: DetectorEntry,
  { width, height }: { width: number; height: number },
): number {
  const canvas = fitCanvas(width, height, input);
  const most = 2 * Math.max(canvas.width, canvas.height);
  const longer = Math.max(width, height);
  if (longer <= most) return most;
  return [2, 4, 8].map((step) => Math.ceil(longer / step)).find((side) => side <= most) ?? most;
}
