import { MAX_RETRY_AFTER_MS } from '../../wire/retry-after.ts';

// The retry delays of sync are all here.

/** Limit of the delay after the first failure. The limit doubles with each further failure. */
const FIRST_RETRY_DELAY_MS = 1_000;
/** Limit of every delay that sync chooses itself. Only a `Retry-After` of the service can be longer. */
export const MAX_RETRY_DELAY_MS = 300_000;
/** Least delay before all sending is tried again: after a pause, and after the store failed. */
export const MIN_RESTART_DELAY_MS = 500;
/** The same if there was no valid token: a person takes longer to sign in. */
export const MIN_SIGN_IN_DELAY_MS = 5_000;

/**
 * Returns how long to wait after the nth failure: a random time up to a limit that doubles each time, but never less
 * than `minDelayMs` (for example `Retry-After`).
 *
 * This is "full jitter": clients that failed together must not retry together.
 *
 * @param random 0 to 1
 */
export function computeRetryDelay(failures: number, random: number, minDelayMs = 0): number {
  const limit = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(Math.round(limit * random), minDelayMs);
}

/** The delay after failures of one kind. It grows with each failure until a success. */
export class Backoff {
  readonly #monotonic: () => number;
  readonly #random: () => number;
  #failures = 0;
  #endsAt = 0;

  /** @param random without it, each delay is the longest possible */
  constructor(monotonic: () => number, random = () => 1) {
    this.#monotonic = monotonic;
    this.#random = random;
  }

  /** In monotonic time. 0 if there was no failure, or after `end`. */
  get endsAt(): number {
    return this.#endsAt;
  }

  /** Whether the last try failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** Starts the delay after a failure, and returns it. */
  fail(minDelayMs = 0, maxDelayMs = MAX_RETRY_DELAY_MS): number {
    this.#failures += 1;
    const delayMs = Math.min(computeRetryDelay(this.#failures, this.#random(), minDelayMs), maxDelayMs);
    this.#endsAt = this.#monotonic() + delayMs;
    return delayMs;
  }

  /** Ends the delay. The next one is still longer. */
  end(): void {
    this.#endsAt = 0;
  }

  /** A success: the next delay is short again. */
  reset(): void {
    this.#failures = 0;
    this.#endsAt = 0;
  }
}

/**
 * Returns what is left of a stored delay. If more is left than the delay was long, the clock was set back since it was
 * stored, and the delay is over.
 *
 * @param delay earlier versions stored no `delayMs`; then the longest possible delay counts
 * @param isRequestedByService whether the delay came from `Retry-After`
 */
export function computeRemainingDelay(
  { until, delayMs }: { until: number; delayMs?: number },
  now: number,
  isRequestedByService: boolean,
): number {
  const remaining = until - now;
  const longest = delayMs ?? (isRequestedByService ? MAX_RETRY_AFTER_MS : MAX_RETRY_DELAY_MS);
  return remaining > longest ? 0 : Math.max(0, remaining);
}
