import { LONGEST_ASKED_MS } from '../../wire/error.ts';

export interface BackoffOptions {
  firstMs: number;
  capMs: number;
}

export const BACKOFF: BackoffOptions = { firstMs: 1_000, capMs: 300_000 };

/**
 * How long to wait after the nth failure: anything up to a limit that doubles each time ("full jitter": a crowd that
 * failed together must not come back together), but never less than the service asked for.
 */
export function waitFor(
  failures: number,
  random: number,
  atLeastMs = 0,
  { firstMs, capMs }: BackoffOptions = BACKOFF,
): number {
  const limit = Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.max(Math.round(limit * random), atLeastMs);
}

/**
 * What is left of a stored wait. If more is left than any wait is long, the clock was set back since; then it is over.
 */
export function leftOf(until: number, now: number, wasAsked: boolean, { capMs } = BACKOFF): number {
  const left = until - now;
  return left > (wasAsked ? LONGEST_ASKED_MS : capMs) ? 0 : Math.max(0, left);
}
