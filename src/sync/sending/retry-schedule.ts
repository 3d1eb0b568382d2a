import type { Delivery } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import { createdId } from '../outbox/causality.ts';
import { isInDoubt } from '../outbox/transitions.ts';
import { leftOf, waitFor } from './backoff.ts';
import type { Failure } from './failures.ts';

interface Wait {
  /** Both in the clock's monotonic time. */
  over: number;
  /** Before this not even a person's wish to try again now counts. */
  earliest: number;
}

export interface WaitsDeps {
  clock: Clock;
  random(): number;
  /**
   * How long a request that was given up may still be on its way. It must not land after we have looked for what it
   * did, so nothing is looked for, or sent again, before.
   */
  graceMs: number;
}

/**
 * Which operations wait, and for how long. What is stored is a time of the clock on the wall, which may be wrong or
 * set meanwhile; within this tab waits are measured by a clock that does not jump. The time that a lost request is
 * given is always measured anew by who finds it, whatever the stored time says.
 */
export class Waits {
  readonly #deps: WaitsDeps;
  readonly #waits = new Map<number, Wait>();

  constructor(deps: WaitsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether it is as a tab left it that died: what it made can be looked for at once, and may be there. Only to send it
   * again has to wait.
   */
  isLeftBehind(operation: StoredOperation): boolean {
    const { sequence, delivery } = operation;
    return delivery?.state === 'sending' && createdId(operation) !== undefined && !this.#waits.has(sequence);
  }

  /** From now on a lost request is given its time. */
  startGrace({ sequence }: StoredOperation): void {
    const over = this.#deps.clock.monotonic() + this.#deps.graceMs;
    this.#waits.set(sequence, { over, earliest: over });
  }

  /** When this operation may go, in monotonic time; 0 for at once. */
  overAt(operation: StoredOperation): number {
    const { sequence, delivery } = operation;
    const known = this.#waits.get(sequence);
    if (known) return known.over;
    if (this.isLeftBehind(operation)) return 0;
    const { clock, graceMs } = this.#deps;
    const grace = isInDoubt(delivery) ? graceMs : 0;
    const asked = delivery?.state === 'waiting' && wasAsked(delivery);
    const left = delivery?.state === 'waiting' ? leftOf(delivery.until, clock.now(), asked) : 0;
    if (grace === 0 && left === 0) return 0;
    const now = clock.monotonic();
    const wait = {
      over: now + Math.max(left, grace),
      earliest: now + (asked ? Math.max(left, grace) : grace),
    };
    this.#waits.set(sequence, wait);
    return wait.over;
  }

  /** Starts a wait after a failed attempt, and answers until when in time of the wall. */
  start(
    { sequence }: StoredOperation,
    attempts: number,
    failure: Extract<Failure, { type: 'wait' }>,
  ): number {
    const { clock, random, graceMs } = this.#deps;
    const now = clock.monotonic();
    const before = (this.#waits.get(sequence)?.earliest ?? now) - now;
    const atLeast = Math.max(failure.atLeastMs, failure.unanswered ? graceMs : 0, before);
    const delay = waitFor(attempts, random(), atLeast);
    this.#waits.set(sequence, { over: now + delay, earliest: now + atLeast });
    return clock.now() + delay;
  }

  /** Somebody wants it now: waits that are only our own caution are over. */
  hurry(): void {
    for (const wait of this.#waits.values()) wait.over = wait.earliest;
  }

  end(sequence: number): void {
    this.#waits.delete(sequence);
  }
}

function wasAsked({ reason }: Extract<Delivery, { state: 'waiting' }>): boolean {
  return reason.status === 429 || reason.status === 503;
}
