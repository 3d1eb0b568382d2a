/** A service may ask for a longer delay than our own backoff. Above 1 day, one of the clocks is wrong. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads a `Retry-After` header, which is a number of seconds or a date.
 *
 * @returns Milliseconds from `now`, or undefined if the header is missing, invalid or more than `MAX_RETRY_AFTER_MS`.
 */
export function fromWireRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  const isValid = milliseconds <= MAX_RETRY_AFTER_MS; // false for NaN
  return isValid ? Math.max(0, milliseconds) : undefined;
}

/** Returns whole seconds, at least 1. */
export function toWireRetryAfter(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1000)));
}
