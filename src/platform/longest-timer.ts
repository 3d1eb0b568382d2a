/** Timers count in 32 bits: a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
