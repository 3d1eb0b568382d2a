import { MAX_TIMER_MS } from './clock.ts';

/** Aborts work when a timeout expires or its caller aborts, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True if the timeout expired. False if the caller aborted. */
  readonly hasPassed: boolean;
  /** The current timeout. */
  readonly timeoutMs: number;
  /**
   * Starts the timeout again, because there was progress.
   *
   * @param timeoutMs - The new timeout.
   * @default the timeout that `startDeadline` received
   */
  restart(timeoutMs?: number): void;
  /** Stops the timer. The signal still follows the caller's. */
  clear(): void;
}

export function startDeadline(initialTimeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const startTimer = () => setTimeout(() => controller.abort(), Math.min(timeoutMs, MAX_TIMER_MS));
  let timeoutMs = initialTimeoutMs;
  let timer = startTimer();
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    get hasPassed() {
      return controller.signal.aborted;
    },
    get timeoutMs() {
      return timeoutMs;
    },
    restart(newTimeoutMs = initialTimeoutMs) {
      clearTimeout(timer);
      timeoutMs = newTimeoutMs;
      timer = startTimer();
    },
    clear() {
      clearTimeout(timer);
    },
  };
}
