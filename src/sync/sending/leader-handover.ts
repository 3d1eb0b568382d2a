import type { Clock } from '../../platform/clock.ts';

const MIN_INTERVAL_MS = 30_000;
const MAX_INTERVAL_MS = 600_000;
/** If this tab leads again within this time, no other tab was waiting. */
const IMMEDIATE_RETURN_MS = 100;

/**
 * Decides when the leader tab hands over to a tab of another user, whose operations it must not send.
 *
 * If another user's tab asks, the leader hands over at once. Without a request it does not know whether another
 * user's tab is open. It tries: if it leads again immediately, there was none, and the interval doubles.
 */
export class LeaderHandover {
  readonly #clock: Clock;
  #lastHandoverAt = Number.NEGATIVE_INFINITY;
  #intervalMs = MIN_INTERVAL_MS;
  #cancelTimer = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** This tab becomes the leader, for the first time or again. */
  startTerm(): void {
    const hasReturnedAtOnce = this.#clock.monotonic() - this.#lastHandoverAt < IMMEDIATE_RETURN_MS;
    this.#intervalMs = hasReturnedAtOnce ? Math.min(this.#intervalMs * 2, MAX_INTERVAL_MS) : MIN_INTERVAL_MS;
  }

  /** A tab of another user wants to send. */
  request(): void {
    this.#lastHandoverAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns whether to hand over now. If not, calls `askAgain` when the interval is over.
   *
   * @param notBefore - When the last delay ends that the next sender would start again. With two tabs that hand over to
   * each other, it would never end.
   */
  shouldHandOver(askAgain: () => void, notBefore = 0): boolean {
    this.cancel();
    const now = this.#clock.monotonic();
    const remaining = Math.max(this.#lastHandoverAt + this.#intervalMs, notBefore) - now;
    if (remaining > 0) {
      this.#cancelTimer = this.#clock.after(remaining, askAgain);
      return false;
    }
    this.#lastHandoverAt = now;
    return true;
  }

  cancel(): void {
    this.#cancelTimer();
  }
}
