import type { Detection } from '../../analysis/detection/detections.ts';
import type { Box } from '../../analysis/geometry/box.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { RgbaPixels } from '../../analysis/pixels/photo-scaler.ts';
import { toPixelRegion } from '../../analysis/pixels/pixel-region.ts';
import type { AnalysedWheel } from '../../analysis/results/wheel-results.ts';
import { computeWheelCrop } from '../../analysis/wheels/wheel-crop.ts';
import { decodeWheelHeads, type HeadConfidences } from '../../analysis/wheels/wheel-heads.ts';
import type { OpenPhoto } from '../../photo/decode-ahead.ts';
import { listEqualSides, type PhotoSize } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engine.ts';
import { createCpuPhotoScaler } from '../layout/simd-photo-scaler.ts';
import { requireOutput } from './loaded-model.ts';
import { toPhotoDetail } from './photo-detail.ts';
import { runInputs } from './run-inputs.ts';

const MAX_DETAIL_SIDE = 3100;

/**
 * Returns the longer side of the decode out of which wheels are cut: more than 1550 pixels for larger photos. A wheel on a photo
 * of a whole car is then 190 to 370 pixels wide.
 */
export function wheelDetailSide(photo: PhotoSize): number {
  return listEqualSides(photo).find((side) => side <= MAX_DETAIL_SIDE) ?? MAX_DETAIL_SIDE;
}

/** Analyses each detected wheel that is large enough. */
export async function analyseWheels(
  detections: readonly Detection[],
  analyser: WheelAnalyser,
  { photo, openDetail }: Omit<OpenPhoto, 'close'>,
): Promise<AnalysedWheel[]> {
  const found = detections.filter(({ type }) => type === 'wheel');
  if (found.length === 0) return [];
  const detail = (await openDetail()) ?? toPhotoDetail(photo);
  const wheels = found.flatMap(({ box, polygons }) => {
    const crop = computeWheelCrop(scaleBox(box, photo.original, detail), detail);
    return crop ? [{ box, polygons, region: toPixelRegion(crop, detail) }] : [];
  });
  const crops = await Promise.all(wheels.map(({ region }) => detail.copy(region)));
  const confidences = await analyser.analyse(crops);
  return wheels.map(({ box, polygons }, index) => ({ box, polygons, confidences: confidences[index] ?? {} }));
}

/** Runs the wheel analyser on the wheels of a photo. */
export class WheelAnalyser {
  readonly #entry: WheelAnalyserEntry;
  readonly #session: Session;
  readonly #scaler = createCpuPhotoScaler();

  constructor(entry: WheelAnalyserEntry, session: Session) {
    this.#entry = entry;
    this.#session = session;
  }

  /** Returns the confidence of every label of each wheel, which fills its crop. */
  async analyse(wheels: readonly RgbaPixels[]): Promise<HeadConfidences[]> {
    const { heads } = this.#entry;
    const outputs = await runInputs(
      this.#session,
      wheels.map((wheel) => this.#createInput(wheel)),
    );
    return outputs.map((output) => decodeWheelHeads(requireOutput(output, this.#entry).data, heads));
  }

  #createInput(wheel: RgbaPixels): Tensors {
    const { input, side } = this.#entry;
    const canvas = { scale: side / Math.max(wheel.width, wheel.height), width: side, height: side };
    const data = this.#scaler.toTensor(wheel, wheel, canvas).slice(); // the scaler reuses its buffer
    return { [input.name]: { dims: [1, 3, side, side], data } };
  }
}

function scaleBox({ x0, y0, x1, y1 }: Box, from: PhotoSize, to: PhotoSize): Box {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height];
  return { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY };
}
