import type { Logger } from '../../src/operations/support/logger.ts';
import { describeError } from '../telemetry/log.ts';

export interface Poller {
  /** Polls now: there may be work. */
  wake(): void;
  /** Stops polling. Resolves when the current work has ended. */
  close(): Promise<void>;
}

export interface PollerOptions {
  /** Does or starts one piece of work. Returns true if there was any; then it is called again at once. Calls never overlap. */
  work(): Promise<boolean>;
  /** Returns the milliseconds until work is due that waits now, or undefined if none waits. */
  nextDueMs(): Promise<number | undefined>;
  /** The longest time between two polls: a wake-up from another instance may get lost. */
  intervalMs: number;
  logger: Logger;
}

/** Work that is due and not claimable is being claimed by another instance. */
const MIN_DELAY_MS = 50;

/** Polls for work until closed: now, on `wake`, when waiting work is due, and at an interval. */
export function startPoller({ work, nextDueMs, intervalMs, logger }: PollerOptions): Poller {
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
      try {
        if ((await work()) || isClosed) continue;
        await wait(woken, await nextDueMs());
      } catch (error) {
        logger.warn('Polling for work failed', { reason: describeError(error) });
        if (!isClosed) await wait(woken, undefined);
      }
    }
  }

  async function wait(woken: Promise<void>, dueMs = intervalMs): Promise<void> {
    const timer = setTimeout(wake, Math.min(intervalMs, Math.max(MIN_DELAY_MS, dueMs)));
    await woken;
    clearTimeout(timer);
  }
}
