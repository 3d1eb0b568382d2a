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
