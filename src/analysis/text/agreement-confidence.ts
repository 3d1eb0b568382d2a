import type { OcrImageType } from '../../domain/enums.ts';
import { type Decision, isProven, type Reading } from './reading-votes.ts';

/** How often a value is right that only one of several models read, measured on the evaluation sets. */
const RIGHT_ALONE: Partial<Record<OcrImageType, number>> = { PLATE: 0.5, ODOMETER: 0.65 };
/** The confidence of a value that several models read, by how certain they are of its weakest character. */
const BY_WEAKEST: readonly (readonly [weakest: number, confidence: number])[] = [
  [0, 0.6],
  [0.5, 0.8],
  [0.85, 0.9],
  [1, 0.99],
];

/** The highest confidence of an unusual reading, and of a merged one that no two models have read. */
const MOST_UNCONFIRMED = 0.85;

/**
 * Returns how likely the outcome of a vote is right. A recognizer is certain of most of its errors, so its own confidence
 * says little; that different recognizers agree says much.
 *
 * @param modelCount the recognizers that could vote. A single one cannot be confirmed: its own confidence is returned.
 */
export function getAgreementConfidence(
  { reading, models, share, weakest, probability }: Decision<Reading>,
  imageType: OcrImageType,
  modelCount: number,
): number {
  if (modelCount < 2) return reading.confidence;
  if (probability !== undefined)
    return (models < 2 && !isProven(reading)) || reading.isUnusual
      ? Math.min(MOST_UNCONFIRMED, probability)
      : probability;
  // Dissenting votes lower the confidence, down to half.
  const consent = (1 + share) / 2;
  const agreed = models < 2 ? (RIGHT_ALONE[imageType] ?? 0.5) : interpolate(weakest);
  return reading.isUnusual ? Math.min(MOST_UNCONFIRMED, agreed * consent) : agreed * consent;
}

function interpolate(weakest: number): number {
  const index = Math.max(
    1,
    BY_WEAKEST.findIndex(([from]) => from >= weakest),
  );
  const [[low, start], [high, end]] = [BY_WEAKEST[index - 1] ?? [0, 0], BY_WEAKEST[index] ?? [1, 1]];
  return start + ((end - start) * (weakest - low)) / (high - low);
}
