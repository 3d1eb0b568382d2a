import { abortedError, isKerbsideError, KerbsideError } from '../errors.ts';
import { startDeadline } from '../platform/deadline.ts';
import { orAborted } from '../platform/or-aborted.ts';

/** Waits; rejects when the signal is aborted meanwhile. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = async (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await orAborted(waited, signal);
  } finally {
    clearTimeout(timer);
  }
};

export interface PollOptions {
  sleep: Sleep;
  firstMs: number;
  /** Each wait is half as long again as the one before, up to this. */
  longestMs: number;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** For the message when time is up. */
  what: string;
}

/**
 * Looks until there is something to answer. Never two looks at once; a look that failed for a while only
 * (no network, a service in trouble) is made again, after as long as the service asks for.
 */
export async function poll<T extends object>(
  look: (signal: AbortSignal) => Promise<T | undefined>,
  { sleep, firstMs, longestMs, timeoutMs, signal, what }: PollOptions,
): Promise<T> {
  const deadline = startDeadline(timeoutMs ?? Number.POSITIVE_INFINITY, signal);
  try {
    for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 1.5, longestMs)) {
      const { seen, retryAfterMs } = await tried(() => look(deadline.signal));
      if (seen) return seen;
      await sleep(Math.max(waitMs, retryAfterMs), deadline.signal);
    }
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    if (!deadline.passed) throw error;
    throw new KerbsideError('timeout', `${what} did not come within ${timeoutMs} ms; the service goes on.`, {
      details: { timeoutMs },
      retryable: true,
    });
  } finally {
    deadline.clear();
  }
}

async function tried<T>(look: () => Promise<T>): Promise<{ seen?: T; retryAfterMs: number }> {
  try {
    return { seen: await look(), retryAfterMs: 0 };
  } catch (error) {
    if (!isKerbsideError(error) || !error.retryable) throw error;
    const { retryAfterMs } = error.details;
    return { retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0 };
  }
}
