import type { OcrImageType } from '../../domain/enums.ts';
import type { Decision, Reading } from './reading-votes.ts';

/** A reading that proves itself needs no second one from this confidence on. */
export const PROVEN_CONFIDENCE = 0.97;

/** How often a value is right that only one of several models read, measured on the evaluation sets. */
const RIGHT_ALONE: Partial<Record<OcrImageType, number>> = { VIN: 0.4, PLATE: 0.5, ODOMETER: 0.65 };
/** The confidence of a value that several models read, by how certain they are of its weakest character. */
const BY_WEAKEST: readonly (readonly [weakest: number, confidence: number])[] = [
  [0, 0.6],
  [0.5, 0.8],
  [0.8, 0.92],
  [1, 0.99],
];

/**
 * Returns how likely the outcome of a vote is right. A recognizer is certain of most of its errors, so its own confidence
 * says little; that different recognizers agree says much.
 *
 * @param modelCount the recognizers that could vote. A single one cannot be confirmed: its own confidence is returned.
 */
export function getAgreementConfidence(
  { reading, models, share, weakest }: Decision<Reading & { isProven?: boolean }>,
  imageType: OcrImageType,
  modelCount: number,
): number {
  if (modelCount < 2) return reading.confidence;
  // Dissenting votes lower the confidence, down to half.
  const consent = (1 + share) / 2;
  const agreed = models < 2 ? (RIGHT_ALONE[imageType] ?? 0.5) : interpolate(weakest);
  const confidence = agreed * consent;
  if (!reading.isProven) return confidence;
  return reading.confidence >= PROVEN_CONFIDENCE
    ? Math.max(confidence, PROVEN_CONFIDENCE)
    : 1 - (1 - confidence) / 2;
}

function interpolate(weakest: number): number {
  const index = Math.max(
    1,
    BY_WEAKEST.findIndex(([from]) => from >= weakest),
  );
  const [[low, start], [high, end]] = [BY_WEAKEST[index - 1] ?? [0, 0], BY_WEAKEST[index] ?? [1, 1]];
  return start + ((end - start) * (weakest - low)) / (high - low);
}
