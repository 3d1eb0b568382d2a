import type { Detection } from '../../analysis/detection/detections.ts';
import { PhotoScaler, type RgbaPixels } from '../../analysis/detection/photo-scaler.ts';
import type { Box } from '../../analysis/geometry/box.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { ClassifiedWheel } from '../../analysis/results/wheel-results.ts';
import { computeWheelCrop, cropPixels } from '../../analysis/wheels/wheel-crop.ts';
import { decodeWheelHeads, type HeadConfidences } from '../../analysis/wheels/wheel-heads.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session } from '../engines/engine.ts';
import { requireOutput } from './loaded-model.ts';

/** At this size a wheel on a photo of a whole car is about 200 pixels wide. */
export const WHEEL_DECODE_SIZE: DecodeSize = { purpose: 'wheels', longerSide: () => 1920 };

/** Classifies each detected wheel that is large enough. */
export async function classifyWheels(
  detections: readonly Detection[],
  classifier: WheelClassifier,
  photo: DecodedPhoto,
): Promise<ClassifiedWheel[]> {
  const classified: ClassifiedWheel[] = [];
  for (const { type, box, polygons } of detections) {
    if (type !== 'wheel') continue;
    const crop = computeWheelCrop(toDecodedPixels(box, photo), photo);
    if (crop) classified.push({ box, polygons, confidences: await classifier.classify(photo, crop) });
  }
  return classified;
}

/** Runs the wheel model on one wheel at a time. */
export class WheelClassifier {
  readonly #entry: WheelAnalyserEntry;
  readonly #session: Session;
  readonly #scaler = new PhotoScaler();

  constructor(entry: WheelAnalyserEntry, session: Session) {
    this.#entry = entry;
    this.#session = session;
  }

  /**
   * Returns the confidence of every label of a wheel.
   *
   * @param crop The wheel's box in pixels of `photo`.
   */
  async classify(photo: RgbaPixels, crop: Box): Promise<HeadConfidences> {
    const { input, side, heads } = this.#entry;
    const wheel = cropPixels(photo, crop);
    const canvas = { scale: side / Math.max(wheel.width, wheel.height), width: side, height: side };
    const outputs = await this.#session.run({
      [input.name]: { dims: [1, 3, side, side], data: this.#scaler.toTensor(wheel, wheel, canvas) },
    });
    return decodeWheelHeads(requireOutput(outputs, this.#entry).data, heads);
  }
}

function toDecodedPixels({ x0, y0, x1, y1 }: Box, { width, height, original }: DecodedPhoto): Box {
  const [scaleX, scaleY] = [width / original.width, height / original.height];
  return { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY };
}
