/** Unsure readings count for little: two of 0.8 weigh less than one of 0.99. */
const SHARPNESS = 4;

/** The surest of those that agree with each other most: two looks that see the same outweigh one that is a little surer. */
export function mostAgreed<T extends { answer: string; confidence: number }>(
  readings: readonly T[],
): T | undefined {
  const weights = new Map<string, number>();
  for (const { answer, confidence } of readings)
    weights.set(answer, (weights.get(answer) ?? 0) + confidence ** SHARPNESS);
  return readings.reduce<T | undefined>((best, one) => {
    if (!best) return one;
    const gain = (weights.get(one.answer) ?? 0) - (weights.get(best.answer) ?? 0);
    return gain > 0 || (gain === 0 && one.confidence > best.confidence) ? one : best;
  }, undefined);
}
