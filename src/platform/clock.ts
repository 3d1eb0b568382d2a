import { LONGEST_TIMER_MS } from './longest-timer.ts';

/** Time, as sync needs it. */
export interface Clock {
  /** Milliseconds since 1970; may jump. What is stored is in it. */
  now(): number;
  /** Milliseconds since some moment; never jumps. Waits of this tab are measured in it. */
  monotonic(): number;
  /** Runs `work` after some milliseconds; the answer calls it off. */
  after(milliseconds: number, work: () => void): () => void;
}

export function browserClock(now: () => number): Clock {
  return {
    now,
    monotonic: () => performance.now(),
    after(milliseconds, work) {
      const timer = setTimeout(work, Math.min(milliseconds, LONGEST_TIMER_MS));
      // In Node a timer keeps the process alive; in browsers it is a number.
      (timer as { unref?: () => void }).unref?.();
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves after the time, or as soon as the signal aborts. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end);
  });
}
