import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { PauseReason } from '../../domain/sync-status/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import { computeRetryDelay, MIN_RESTART_DELAY_MS, MIN_SIGN_IN_DELAY_MS } from './backoff.ts';
import type { ServicePause } from './service-pause.ts';

interface HoldDeps {
  clock: Clock;
  random(): number;
  pause: ServicePause;
  onPaused(reason: PauseReason, cause: DeliveryReason): void;
  /** The first delivery after a hold succeeded. */
  onResumed(): void;
}

/**
 * Decides whether all sending stops, and why.
 *
 *   hold(reason)     no token, a token of another user, no network. Tries again with backoff; a trigger ends it at once
 *                    (`release`). Reported as held until one request succeeds. Until then, each lane sends one request at
 *                    a time as a test.
 *   pause            the service sent `Retry-After`. It is not reported, and no trigger ends it.
 */
export class Hold {
  readonly #deps: HoldDeps;
  #failures = 0;
  /** In monotonic time. 0 if it is not held. */
  #heldUntil = 0;
  /** The attempt of each lane that tests whether the hold is over. */
  readonly #tests = new Map<object, object>();

  constructor(deps: HoldDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#heldUntil > 0 || this.#deps.pause.remainingMs > 0;
  }

  /** When sending is tried again, in monotonic time. Infinity if it is not held. */
  get resumesAt(): number {
    if (!this.isHeld) return Number.POSITIVE_INFINITY;
    return Math.max(this.#heldUntil, this.#deps.pause.endsAt);
  }

  /** Returns false if another attempt of this lane tests whether the hold is over. */
  mayStart(lane: object): boolean {
    return !this.#tests.has(lane);
  }

  /**
   * An attempt starts. Until one has succeeded since the hold was reported, it is the test of its lane: attempts from before
   * the hold, which may hang, are none.
   *
   * @returns Called when the attempt ends.
   */
  startTest(lane: object): () => void {
    if (!this.#isReported) return () => {};
    const test = {};
    this.#tests.set(lane, test);
    return () => {
      if (this.#tests.get(lane) === test) this.#tests.delete(lane);
    };
  }

  /** Whether no request has succeeded since the hold was reported. */
  get #isReported(): boolean {
    return this.#failures > 0;
  }

  hold(reason: PauseReason, cause: DeliveryReason): void {
    if (this.#heldUntil > 0) return;
    const { clock, random, onPaused } = this.#deps;
    this.#failures += 1;
    const minDelayMs = reason === 'unreachable' ? MIN_RESTART_DELAY_MS : MIN_SIGN_IN_DELAY_MS;
    this.#heldUntil = clock.monotonic() + computeRetryDelay(this.#failures, random(), minDelayMs);
    onPaused(reason, cause);
  }

  /** Tries again, also if a test hangs. It still counts as reported until `recordSuccess`. */
  release(): void {
    this.#heldUntil = 0;
    this.#tests.clear();
  }

  /** A request succeeded. */
  recordSuccess(): void {
    if (!this.#isReported || this.#heldUntil > 0) return;
    this.#failures = 0;
    this.#tests.clear();
    this.#deps.onResumed();
  }
}
