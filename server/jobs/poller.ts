import { describeError } from '../describe-error.ts';

export interface Poller {
  /** There may be something to do: look now. */
  wake(): void;
  /** Resolves when the work under way has ended. */
  close(): Promise<void>;
}

export interface PollerOptions {
  /** Answers whether it found something to do; then it is called again at once. Never called twice at a time. */
  work(): Promise<boolean>;
  intervalMs: number;
  log(line: string): void;
}

/** Looks for work until closed: now, whenever woken, and every so often, because other instances make work too. */
export function startPoller({ work, intervalMs: everyMs, log }: PollerOptions): Poller {
  let isClosed = false;
  let wake = () => {};
  const running = loop();
  return {
    wake: () => wake(),
    close() {
      isClosed = true;
      wake();
      return running;
    },
  };

  async function loop(): Promise<void> {
    while (!isClosed) {
      // From before the look: what comes up during it is looked for again.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const foundWork = await work().catch((error: unknown) => {
        log(`Work could not be looked for: ${describeError(error)}`);
        return false;
      });
      if (foundWork || isClosed) continue;
      const timer = setTimeout(wake, everyMs);
      await woken;
      clearTimeout(timer);
    }
  }
}
