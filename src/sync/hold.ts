import type { HoldReason } from '../spec/sync.ts';
import { waitFor } from './backoff.ts';
import type { Clock } from './clock.ts';

export interface HoldDeps {
  clock: Clock;
  random(): number;
  onHeld(reason: HoldReason): void;
  /** Something was delivered again after a hold. */
  onResumed(): void;
}

const SHORTEST_MS = 500;

/**
 * Whether the queue stands still as a whole, and why: no token, somebody else's token, no network. By itself it tries
 * again after a while, longer each time; a trigger has it try at once. It is told as held until something got through.
 */
export class Hold {
  readonly #deps: HoldDeps;
  #reason: HoldReason | undefined;
  #isTold = false;
  #failures = 0;
  #until = 0;

  constructor(deps: HoldDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#reason !== undefined;
  }

  /** When it tries again by itself, in monotonic time. */
  get until(): number {
    return this.isHeld ? this.#until : Number.POSITIVE_INFINITY;
  }

  hold(reason: HoldReason): void {
    if (this.isHeld) return;
    const { clock, random, onHeld } = this.#deps;
    this.#reason = reason;
    this.#failures += 1;
    this.#until = clock.monotonic() + waitFor(this.#failures, random(), SHORTEST_MS);
    this.#isTold = true;
    onHeld(reason);
  }

  /** Tries again; whether it works is seen by what follows. */
  release(): void {
    this.#reason = undefined;
  }

  /** The service acted on something. */
  succeeded(): void {
    this.#failures = 0;
    if (!this.#isTold || this.isHeld) return;
    this.#isTold = false;
    this.#deps.onResumed();
  }
}
