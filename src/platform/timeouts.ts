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

/** See {@link withIdleTimeout}. */
export interface IdleTimeout {
  /** Pass it to the request. */
  readonly signal: AbortSignal;
  /** Restarts the timeout. Call it whenever data arrives. */
  reset(): void;
  /** Stops the timer. Call it when the request has ended. */
  clear(): void;
}

/**
 * Aborts a request when the server sends no data for `idleTimeoutMs`.
 *
 * A phone that changes cells keeps dead connections open, and they must not block a task. The total duration is not
 * limited: on a slow network a large file may take minutes.
 */
export function withIdleTimeout(idleTimeoutMs: number, callerSignal?: AbortSignal): IdleTimeout {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error(`the server sent no data for ${idleTimeoutMs} ms`));
  let timer = setTimeout(abort, idleTimeoutMs);
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    reset() {
      clearTimeout(timer);
      timer = setTimeout(abort, idleTimeoutMs);
    },
    clear: () => clearTimeout(timer),
  };
}
