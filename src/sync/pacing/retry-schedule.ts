import type { Delivery } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import { getCreatedId } from '../outbox/causality.ts';
import { isInDoubt } from '../outbox/transitions.ts';
import { computeRemainingDelay, computeRetryDelay } from './backoff.ts';
import type { Failure } from './failures.ts';

/**
 * Results of the device wait this long after everything else was sent, so that a user who confirms one damage after the
 * other causes few requests.
 */
const RESULTS_DELAY_MS = 2_000;

/** Both times are monotonic. */
interface ScheduledRetry {
  dueAt: number;
  /** Not even an explicit retry of the user happens before this time. */
  earliestAt: number;
}

/**
 * Decides when each operation may be sent again.
 *
 * The stored time is wall-clock time, which may be wrong or change. Within a tab, delays use a monotonic clock. Each
 * sender starts the grace period of a lost request again and ignores the stored time for it.
 */
export class RetrySchedule {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #graceMs: number;
  readonly #retries = new Map<number, ScheduledRetry>();
  /** Whether everything is tried without delay: the app asked for it. */
  #isEager = false;
  #graceEndsAt = 0;
  #resultsDelayEndsAt = 0;

  /**
   * @param graceMs - How long an aborted request may still be in flight. It must not arrive after the operation was reconciled,
   *   so nothing is reconciled or sent again before this time is over.
   */
  constructor(clock: Clock, random: () => number, graceMs: number) {
    this.#clock = clock;
    this.#random = random;
    this.#graceMs = graceMs;
  }

  /** When the last delay ends that the next sender would start again, in monotonic time. */
  get restartableUntil(): number {
    return Math.max(this.#graceEndsAt, this.#resultsDelayEndsAt);
  }

  /**
   * Returns whether a tab died while it sent this create. The record may exist and can be searched for at once; only
   * sending again must wait for the grace period.
   */
  isOrphaned(operation: StoredOperation): boolean {
    const { sequence, delivery } = operation;
    return (
      delivery?.state === 'sending' && getCreatedId(operation) !== undefined && !this.#retries.has(sequence)
    );
  }

  startGracePeriod({ sequence }: StoredOperation): void {
    const dueAt = this.#extendGrace();
    this.#retries.set(sequence, { dueAt, earliestAt: dueAt });
  }

  /** Returns when this operation may be sent, in monotonic time. 0 means now. */
  getDueTime(operation: StoredOperation): number {
    const { sequence, delivery } = operation;
    const scheduled = this.#retries.get(sequence);
    if (scheduled) return scheduled.dueAt;
    if (this.isOrphaned(operation)) return 0;
    if (operation.kind === 'inspection.results' && !delivery && !this.#isEager) {
      const now = this.#clock.monotonic();
      const dueAt = now + RESULTS_DELAY_MS;
      this.#resultsDelayEndsAt = dueAt;
      this.#retries.set(sequence, { dueAt, earliestAt: now });
      return dueAt;
    }
    const [clock, graceMs] = [this.#clock, this.#graceMs];
    const grace = isInDoubt(delivery) ? graceMs : 0;
    const isRequested = delivery?.state === 'waiting' && isRequestedByService(delivery);
    const remaining =
      delivery?.state === 'waiting' ? computeRemainingDelay(delivery, clock.now(), isRequested) : 0;
    if (grace === 0 && remaining === 0) return 0;
    if (grace > 0) this.#extendGrace();
    const now = clock.monotonic();
    const retry = {
      dueAt: now + Math.max(remaining, grace),
      earliestAt: now + (isRequested ? Math.max(remaining, grace) : grace),
    };
    this.#retries.set(sequence, retry);
    return retry.dueAt;
  }

  /** Schedules the retry after a failed attempt. Returns its wall-clock time and the delay, for the store. */
  scheduleRetry(
    { sequence }: StoredOperation,
    attempts: number,
    failure: Extract<Failure, { type: 'wait' }>,
  ): { until: number; delayMs: number } {
    const [clock, graceMs] = [this.#clock, this.#graceMs];
    if (failure.isInDoubt) this.#extendGrace();
    const now = clock.monotonic();
    const earlier = (this.#retries.get(sequence)?.earliestAt ?? now) - now;
    const minDelay = Math.max(failure.minDelayMs, failure.isInDoubt ? graceMs : 0, earlier);
    const delay = computeRetryDelay(attempts, this.#random(), minDelay);
    this.#retries.set(sequence, { dueAt: now + delay, earliestAt: now + minDelay });
    return { until: clock.now() + delay, delayMs: delay };
  }

  /**
   * Ends the backoff of every operation, and delays none until `endEagerness`. Grace periods and `Retry-After` still
   * apply.
   */
  retryNow(): void {
    this.#isEager = true;
    this.#resultsDelayEndsAt = 0;
    for (const retry of this.#retries.values()) retry.dueAt = retry.earliestAt;
  }

  /** Everything that could be sent was sent. */
  endEagerness(): void {
    this.#isEager = false;
  }

  remove(sequence: number): void {
    this.#retries.delete(sequence);
  }

  #extendGrace(): number {
    this.#graceEndsAt = this.#clock.monotonic() + this.#graceMs;
    return this.#graceEndsAt;
  }
}

/** Returns whether the service asked for the delay with `Retry-After`. */
export function isRequestedByService({ reason }: Extract<Delivery, { state: 'waiting' }>): boolean {
  return reason.status === 429 || reason.status === 503;
}
