import type { PauseReason } from '../../domain/api/sync-status.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import { isKerbsideError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { Backoff, MAX_RETRY_DELAY_MS, MIN_RESTART_DELAY_MS, MIN_SIGN_IN_DELAY_MS } from './backoff.ts';

interface PacingOptions {
  clock: Pick<Clock, 'monotonic'>;
  random(): number;
  onPaused(reason: PauseReason, cause: DeliveryReason): void;
  /** The first delivery after a pause succeeded. */
  onResumed(): void;
}

/**
 * Decides when this tab may send requests to the service.
 *
 *   delay           the service sent `Retry-After`. Every request waits, also those that fetch results. It is not reported,
 *                   and no trigger ends it.
 *   pause(reason)   no token, a token of another user, no network. The outbox waits. It tries again with backoff; a trigger
 *                   ends the wait at once (`release`). The pause is reported until one request succeeds. Until then, each
 *                   lane sends one request at a time as a test.
 *
 * When a single operation is due: retry-schedule.ts. How many requests run at once: concurrency-lane.ts.
 */
export class Pacing {
  readonly #options: PacingOptions;
  readonly #backoff: Backoff;
  #delayEndsAt = 0;
  /** The attempt of each lane that tests whether the pause is over. */
  readonly #tests = new Map<object, object>();

  constructor(options: PacingOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock.monotonic, options.random);
  }

  /** When the `Retry-After` of the service is over, in monotonic time. Nothing is requested before. */
  get delayEndsAt(): number {
    return this.#delayEndsAt;
  }

  get remainingDelayMs(): number {
    return Math.max(0, this.#delayEndsAt - this.#options.clock.monotonic());
  }

  /** Delays every request, for 5 minutes at most: then one request tests whether the service still wants the delay. */
  delay(milliseconds: number): void {
    const endsAt = this.#options.clock.monotonic() + Math.min(milliseconds, MAX_RETRY_DELAY_MS);
    this.#delayEndsAt = Math.max(this.#delayEndsAt, endsAt);
  }

  /** Delays every request if the service sent `Retry-After` with this error. */
  delayAfter(error: unknown): void {
    const { retryAfterMs } = isKerbsideError(error) ? error.details : {};
    if (typeof retryAfterMs === 'number') this.delay(retryAfterMs);
  }

  /** Whether the outbox must wait. */
  get isPaused(): boolean {
    return this.#backoff.endsAt > 0 || this.remainingDelayMs > 0;
  }

  /** When the outbox tries again, in monotonic time. Infinity if it is not paused. */
  get resumesAt(): number {
    if (!this.isPaused) return Number.POSITIVE_INFINITY;
    return Math.max(this.#backoff.endsAt, this.#delayEndsAt);
  }

  /** Returns false if another attempt of this lane tests whether the pause is over. */
  mayStart(lane: object): boolean {
    return !this.#tests.has(lane);
  }

  /**
   * An attempt starts. While the pause is reported, the attempt is the test of its lane. Attempts from before the pause, which
   * may hang, are none.
   *
   * @returns Called when the attempt ends.
   */
  startTest(lane: object): () => void {
    if (!this.#backoff.hasFailed) return () => {};
    const test = {};
    this.#tests.set(lane, test);
    return () => {
      if (this.#tests.get(lane) === test) this.#tests.delete(lane);
    };
  }

  pause(reason: PauseReason, cause: DeliveryReason): void {
    if (this.#backoff.endsAt > 0) return;
    this.#backoff.fail(reason === 'unreachable' ? MIN_RESTART_DELAY_MS : MIN_SIGN_IN_DELAY_MS);
    this.#options.onPaused(reason, cause);
  }

  /** Tries again, also if a test hangs. The pause stays reported until `recordSuccess`. */
  release(): void {
    this.#backoff.end();
    this.#tests.clear();
  }

  /** A request succeeded. */
  recordSuccess(): void {
    if (!this.#backoff.hasFailed || this.#backoff.endsAt > 0) return;
    this.reset();
    this.#options.onResumed();
  }

  /** A new sender starts. It does not know the pause of the one before. */
  reset(): void {
    this.#backoff.reset();
    this.#tests.clear();
  }
}
