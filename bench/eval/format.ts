import type { Interval } from './resample.ts';

/** Formats a share as a percentage without its sign. */
export const percent = (share: number | undefined) => (share === undefined ? '–' : (100 * share).toFixed(1));

/** Formats a share with its 95 % confidence interval. */
export const percentWithin = (share: number, interval: Interval) =>
  `${percent(share)} (${interval.map(percent).join('–')})`;
