import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { HoldReason } from '../../domain/sync-status/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import { computeRetryDelay, MIN_RESTART_DELAY_MS } from './backoff.ts';
import type { ServicePause } from './service-pause.ts';

interface HoldDeps {
  clock: Clock;
  random(): number;
  pause: ServicePause;
  onHeld(reason: HoldReason, cause: DeliveryReason): void;
  /** The first delivery after a hold succeeded. */
  onResumed(): void;
}

/**
 * Decides whether all sending stops, and why.
 *
 *   hold(reason)     no token, a token of another user, no network. Tries again with backoff; a trigger ends it at once
 *                    (`release`). Reported as held until one request succeeds.
 *   pause            the service sent `Retry-After`. It is not reported, and no trigger ends it.
 */
export class Hold {
  readonly #deps: HoldDeps;
  #reason: HoldReason | undefined;
  #isReported = false;
  #failures = 0;
  #heldUntil = 0;

  constructor(deps: HoldDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#reason !== undefined || this.#deps.pause.remainingMs > 0;
  }

  /** When sending is tried again, in monotonic time. Infinity if it is not held. */
  get resumesAt(): number {
    if (!this.isHeld) return Number.POSITIVE_INFINITY;
    return Math.max(this.#reason === undefined ? 0 : this.#heldUntil, this.#deps.pause.endsAt);
  }

  hold(reason: HoldReason, cause: DeliveryReason): void {
    if (this.#reason !== undefined) return;
    const { clock, random, onHeld } = this.#deps;
    this.#reason = reason;
    this.#failures += 1;
    this.#heldUntil = clock.monotonic() + computeRetryDelay(this.#failures, random(), MIN_RESTART_DELAY_MS);
    this.#isReported = true;
    onHeld(reason, cause);
  }

  /** Tries again. It still counts as reported until `recordSuccess`. */
  release(): void {
    this.#reason = undefined;
  }

  /** A request succeeded. */
  recordSuccess(): void {
    this.#failures = 0;
    if (!this.#isReported || this.#reason !== undefined) return;
    this.#isReported = false;
    this.#deps.onResumed();
  }
}
