import type { ImageText } from '../../analysis/results/text-results.ts';
import { inReadingOrder } from '../../analysis/text/reading-order.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { DecodedPhoto } from '../../photo/decode/decode-photo.ts';
import type { TextReading } from './text-reader.ts';

/** Lines that the recogniser could make nothing of are noise, not text. */
const LEAST_CONFIDENCE = 0.5;

/** A reading in the terms of the specification, in pixels of the upright photo. */
export function imageText(
  { lines, fields, vehicle, confidence }: TextReading,
  { width, height, original }: Pick<DecodedPhoto, 'width' | 'height' | 'original'>,
  imageType: OcrImageType,
): ImageText {
  const [scaleX, scaleY] = [original.width / width, original.height / height];
  const written = lines.filter(({ line }) => line.text !== '' && line.confidence >= LEAST_CONFIDENCE);
  const content: JsonObject = {
    lines: inReadingOrder(written).map(({ quad, line }) => ({
      text: line.text,
      confidence: rounded(line.confidence, 1000),
      characterConfidences: line.signs.map((sign) => rounded(sign.confidence, 1000)),
      polygon: quad.map(([x, y]) => [
        within(x * scaleX, original.width),
        within(y * scaleY, original.height),
      ]),
    })),
    fields,
  };
  return { type: imageType, content, vehicle, confidence };
}

function within(pixels: number, most: number): number {
  return rounded(Math.min(most, Math.max(0, pixels)), 10);
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
