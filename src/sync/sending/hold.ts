import type { DeliveryReason } from '../../domain/delivery.ts';
import type { HoldReason } from '../../domain/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import { BACKOFF, waitFor } from './backoff.ts';

export interface HoldDeps {
  clock: Clock;
  random(): number;
  onHeld(reason: HoldReason, why: DeliveryReason): void;
  /** Something was delivered again after a hold. */
  onResumed(): void;
}

const SHORTEST_MS = 500;

/**
 * Whether the queue stands still as a whole, and why: no token, somebody else's token, no network. By itself it tries
 * again after a while, longer each time; a trigger has it try at once. It is told as held until something got through.
 *
 * It also stands still while the service asks for patience: whom it told to come back later was one of many, and all
 * of them are ours. That passes by itself, is not told, and no trigger ends it.
 */
export class Hold {
  readonly #deps: HoldDeps;
  #reason: HoldReason | undefined;
  #isTold = false;
  #failures = 0;
  #until = 0;
  #askedUntil = 0;

  constructor(deps: HoldDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#reason !== undefined || this.#askedUntil > this.#deps.clock.monotonic();
  }

  /** When it tries again by itself, in monotonic time. */
  get until(): number {
    if (!this.isHeld) return Number.POSITIVE_INFINITY;
    return Math.max(this.#reason === undefined ? 0 : this.#until, this.#askedUntil);
  }

  /** The service asked everybody to come back later. After a while one may see whether it still means it. */
  pause(milliseconds: number): void {
    const over = this.#deps.clock.monotonic() + Math.min(milliseconds, BACKOFF.capMs);
    this.#askedUntil = Math.max(this.#askedUntil, over);
  }

  hold(reason: HoldReason, why: DeliveryReason): void {
    if (this.#reason !== undefined) return;
    const { clock, random, onHeld } = this.#deps;
    this.#reason = reason;
    this.#failures += 1;
    this.#until = clock.monotonic() + waitFor(this.#failures, random(), SHORTEST_MS);
    this.#isTold = true;
    onHeld(reason, why);
  }

  /** Tries again; whether it works is seen by what follows. */
  release(): void {
    this.#reason = undefined;
  }

  /** The service acted on something. */
  succeeded(): void {
    this.#failures = 0;
    if (!this.#isTold || this.#reason !== undefined) return;
    this.#isTold = false;
    this.#deps.onResumed();
  }
}
