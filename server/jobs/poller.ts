import { describeError } from '../describe-error.ts';

export interface Poller {
  /** Polls now: there may be work. */
  wake(): void;
  /** Stops polling. Resolves when the current work has ended. */
  close(): Promise<void>;
}

export interface PollerOptions {
  /** Does one piece of work. Returns true if there was any; then it is called again at once. Calls never overlap. */
  work(): Promise<boolean>;
  intervalMs: number;
  log(line: string): void;
}

/** Polls for work until closed: now, on `wake`, and at an interval, because other instances create work too. */
export function startPoller({ work, intervalMs, log }: PollerOptions): Poller {
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
      // Created before the work: a wake-up during the work is not lost.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const hadWork = await work().catch((error: unknown) => {
        log(`Polling for work failed: ${describeError(error)}`);
        return false;
      });
      if (hadWork || isClosed) continue;
      const timer = setTimeout(wake, intervalMs);
      await woken;
      clearTimeout(timer);
    }
  }
}
