import { abortedError, isKerbsideError, KerbsideError } from '../errors.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import { startDeadline } from '../platform/timeouts.ts';

/**
 * Waits.
 *
 * @param milliseconds - How long.
 * @param signal - Ends the wait: the promise rejects with `aborted`.
 */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = async (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await rejectOnAbort(timeout, signal);
  } finally {
    clearTimeout(timer);
  }
};

export interface PollOptions {
  sleep: Sleep;
  firstMs: number;
  /** The longest pause. Each pause is 1.5 times the one before. */
  maxMs: number;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The name of the awaited thing, for the message of `timeout`. */
  what: string;
}

/**
 * Calls `read` until it returns a value. Calls never overlap. After a retryable failure (no network, status 5xx), it waits
 * at least as long as `Retry-After` asks.
 *
 * @throws `timeout` after `timeoutMs`, `aborted` if the signal is aborted, and permanent errors of `read`.
 */
export async function poll<T extends object>(
  read: (signal: AbortSignal) => Promise<T | undefined>,
  { sleep, firstMs, maxMs, timeoutMs, signal, what }: PollOptions,
): Promise<T> {
  const deadline = startDeadline(timeoutMs ?? Number.POSITIVE_INFINITY, signal);
  try {
    for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 1.5, maxMs)) {
      const { value, retryAfterMs } = await tryRead(() => read(deadline.signal));
      if (value) return value;
      await sleep(Math.max(waitMs, retryAfterMs), deadline.signal);
    }
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    if (!deadline.hasPassed) throw error;
    throw new KerbsideError(
      'timeout',
      `${what} did not arrive within ${timeoutMs} ms. The service continues.`,
      {
        details: { timeoutMs },
        retryable: true,
      },
    );
  } finally {
    deadline.clear();
  }
}

async function tryRead<T>(read: () => Promise<T>): Promise<{ value?: T; retryAfterMs: number }> {
  try {
    return { value: await read(), retryAfterMs: 0 };
  } catch (error) {
    if (!isKerbsideError(error) || !error.retryable) throw error;
    const { retryAfterMs } = error.details;
    return { retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0 };
  }
}
