import type { Detection } from '../../analysis/detection/detections.ts';
import type { Box } from '../../analysis/geometry/box.ts';
import type { SeenWheel } from '../../analysis/results/wheel-results.ts';
import { wheelCrop } from '../../analysis/wheels/wheel-crop.ts';
import type { DecodeSize } from '../../photo/decode/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decode/decode-photo.ts';
import type { Detector } from './detect.ts';
import type { WheelAnalyser } from './wheel-classifier.ts';

/** Of a whole car, a wheel then still is some 200 pixels. */
export const SIZE_FOR_WHEELS: DecodeSize = { purpose: 'wheels', sideOf: () => 1920 };

export interface WheelTools {
  wheels: Detector;
  analyser: WheelAnalyser;
  /** May be the one that finds the wheels. */
  parts?: Detector | undefined;
}

/** What a photo shows of wheels, in its own pixels. */
export interface WheelSight {
  wheels: SeenWheel[];
  /** What the part model found on it, where there is one. */
  parts: Detection[];
}

/** Finds the wheels of a photo and looks at each that is large enough to be judged. */
export async function seeWheels(
  { wheels, analyser, parts }: WheelTools,
  photo: DecodedPhoto,
): Promise<WheelSight> {
  const findings = await wheels.detectClear(photo);
  const found = findings.filter(({ type }) => type === 'wheel');
  const seen: SeenWheel[] = [];
  for (const { box, polygons } of found) {
    const crop = wheelCrop(inDecoded(box, photo), photo);
    if (crop) seen.push({ box, polygons, chances: await analyser.look(photo, crop) });
  }
  const onParts = parts === wheels ? findings : await parts?.detectClear(photo);
  return { wheels: seen, parts: onParts ?? [] };
}

function inDecoded({ x0, y0, x1, y1 }: Box, { width, height, original }: DecodedPhoto): Box {
  const [scaleX, scaleY] = [width / original.width, height / original.height];
  return { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY };
}
