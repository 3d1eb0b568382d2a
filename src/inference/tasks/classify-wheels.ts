import type { Detection } from '../../analysis/detection/detections.ts';
import { type PhotoCanvas, toPixelRegion } from '../../analysis/detection/pixel-region.ts';
import type { Box } from '../../analysis/geometry/box.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { ClassifiedWheel } from '../../analysis/results/wheel-results.ts';
import { computeWheelCrop } from '../../analysis/wheels/wheel-crop.ts';
import { decodeWheelHeads, type HeadConfidences } from '../../analysis/wheels/wheel-heads.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session } from '../engines/engine.ts';
import { requireOutput } from './loaded-model.ts';
import { PhotoRunner } from './photo-runner.ts';

/** At this size a wheel on a photo of a whole car is about 200 pixels wide. */
export const WHEEL_DECODE_SIZE: DecodeSize = { purpose: 'wheels', longerSide: () => 1920 };

/** Classifies each detected wheel that is large enough. */
export async function classifyWheels(
  detections: readonly Detection[],
  classifier: WheelClassifier,
  photo: DecodedPhoto,
): Promise<ClassifiedWheel[]> {
  const wheels = detections.flatMap(({ type, box, polygons }) => {
    const crop = type === 'wheel' ? computeWheelCrop(toDecodedPixels(box, photo), photo) : undefined;
    return crop ? [{ box, polygons, crop }] : [];
  });
  const confidences = await classifier.classify(
    photo,
    wheels.map(({ crop }) => crop),
  );
  return wheels.map(({ box, polygons }, index) => ({ box, polygons, confidences: confidences[index] ?? {} }));
}

/** Runs the wheel model on the wheels of a photo. */
export class WheelClassifier {
  readonly #entry: WheelAnalyserEntry;
  readonly #runner: PhotoRunner;

  constructor(entry: WheelAnalyserEntry, session: Session) {
    this.#entry = entry;
    this.#runner = new PhotoRunner(entry.input.name, session);
  }

  /**
   * Returns the confidence of every label of each wheel.
   *
   * @param crops The wheels' boxes in pixels of `photo`.
   */
  async classify(photo: DecodedPhoto, crops: readonly Box[]): Promise<HeadConfidences[]> {
    if (crops.length === 0) return [];
    const { side, heads } = this.#entry;
    const canvases = crops.map((crop): PhotoCanvas => {
      const region = toPixelRegion(crop, photo);
      return { scale: side / Math.max(region.width, region.height), width: side, height: side, region };
    });
    const { outputs } = await this.#runner.run(photo, canvases);
    return outputs.map((output) => decodeWheelHeads(requireOutput(output, this.#entry).data, heads));
  }
}

function toDecodedPixels({ x0, y0, x1, y1 }: Box, { width, height, original }: DecodedPhoto): Box {
  const [scaleX, scaleY] = [width / original.width, height / original.height];
  return { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY };
}
