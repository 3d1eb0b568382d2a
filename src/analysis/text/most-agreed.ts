/** The surest of those that agree with each other most: two looks that see the same outweigh one that is surer. */
export function mostAgreed<T extends { answer: string; confidence: number }>(
  readings: readonly T[],
): T | undefined {
  const weights = new Map<string, number>();
  for (const { answer, confidence } of readings) weights.set(answer, (weights.get(answer) ?? 0) + confidence);
  return readings.reduce<T | undefined>((best, one) => {
    if (!best) return one;
    const gain = (weights.get(one.answer) ?? 0) - (weights.get(best.answer) ?? 0);
    return gain > 0 || (gain === 0 && one.confidence > best.confidence) ? one : best;
  }, undefined);
}
