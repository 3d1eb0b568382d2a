export type Interval = readonly [low: number, high: number];

/** Of the normal distribution, for 95 %. */
const Z = 1.96;

/**
 * Returns the 95 % confidence interval of a share by Wilson's score. Unlike resampling, it has a width where the share is 0 or 1.
 * Without trials, any share is possible.
 */
export function wilsonInterval(share: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const squared = Z * Z;
  const middle = share + squared / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + squared / (4 * trials * trials));
  const scale = 1 + squared / trials;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
