import type { Platform } from './ports.ts';

/** The longest delay of `setTimeout`. Browsers store it in 32 bits: a longer delay fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Time and timers, as a port: tests control it. */
export interface Clock {
  /** Returns milliseconds since 1970. It can jump when the user sets the clock. Stored times use it. */
  now(): number;
  /** Returns milliseconds since an arbitrary moment. It never jumps. Durations and waits within this tab use it. */
  monotonic(): number;
  /** Runs `work` after the delay. Returns a function that cancels it. */
  after(milliseconds: number, work: () => void): () => void;
}

export function createBrowserClock({ now, monotonic }: Pick<Platform, 'now' | 'monotonic'>): Clock {
  return {
    now,
    monotonic,
    after(milliseconds, work) {
      const timer = setTimeout(work, Math.min(milliseconds, MAX_TIMER_MS));
      // In Node an active timer keeps the process alive. In browsers the timer is a number.
      (timer as { unref?: () => void }).unref?.();
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves after the delay, or as soon as the signal aborts. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
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

/**
 * Keeps a Node process alive until the promise settles.
 *
 * A pending promise alone does not: Node exits without a message when no timer or handle is active.
 */
export async function keepProcessAlive<T>(promise: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {}, MAX_TIMER_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
