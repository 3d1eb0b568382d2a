import { expandQuad, type Quad, quadSize } from './quad.ts';
import type { RecognizedLine } from './recognized-line.ts';

/** The least confidence of a line that is worth reading again. */
const MIN_CONFIDENCE = 0.7;

/**
 * Returns the box of a line that may be cut, widened to hold a text of `length` characters: the detector loses the first or
 * last characters of a line that a reflection or a bar code touches. Of several lines, takes the one with the most
 * characters. Undefined if none has at least half of them.
 */
export function widenCutLine(lines: readonly RecognizedLine[], length: number): Quad | undefined {
  const [longest] = lines
    .map(({ quad, line }) => ({
      quad,
      confidence: line.confidence,
      count: line.text.replace(/[^A-Za-z0-9]/g, '').length,
    }))
    .filter(({ count, confidence }) => count * 2 >= length && count < length && confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.count - a.count || b.confidence - a.confidence);
  if (!longest) return undefined;
  const { width, height } = quadSize(longest.quad);
  const missing = ((length - longest.count) / longest.count) * width;
  return expandQuad(longest.quad, missing / Math.max(height, 1e-9), 0);
}
