/** The weight of a reading is its confidence to this power: two of 0.8 weigh less than one of 0.99. */
const WEIGHT_EXPONENT = 4;

/** Returns the most confident reading of the value with the highest total weight. */
export function chooseByVote<T extends { value: string; confidence: number }>(
  readings: readonly T[],
): T | undefined {
  const weights = new Map<string, number>();
  for (const { value, confidence } of readings)
    weights.set(value, (weights.get(value) ?? 0) + confidence ** WEIGHT_EXPONENT);
  return readings.reduce<T | undefined>((best, one) => {
    if (!best) return one;
    const gain = (weights.get(one.value) ?? 0) - (weights.get(best.value) ?? 0);
    return gain > 0 || (gain === 0 && one.confidence > best.confidence) ? one : best;
  }, undefined);
}
